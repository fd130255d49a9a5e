import { hmac } from '@noble/hashes/hmac.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, encodeUtf8 } from '$lib/codec/bytes';
import type { PrivateKey } from '$lib/chain/keys/keys';

// Key derivation of other wallets: a BIP39 seed and SLIP-10 for ed25519, where every step is hardened.

const ROUNDS = 2048;
const SEED_BYTES = 64;

/** The 64-byte seed of a phrase: PBKDF2-HMAC-SHA512 of its words, salted with `mnemonic` and the passphrase. */
export const bip39Seed = (phrase: string, passphrase: string): Uint8Array =>
  pbkdf2(sha512, phrase.normalize('NFKD'), `mnemonic${passphrase.normalize('NFKD')}`, { c: ROUNDS, dkLen: SEED_BYTES });

const CURVE = encodeUtf8('ed25519 seed');
const HARDENED = 0x8000_0000;
const HALF = 32;

/** The private key at a path of hardened steps below a seed (SLIP-10). */
export function slip10Key(seed: Uint8Array, path: readonly number[]): PrivateKey {
  let node = hmac(sha512, CURVE, seed);
  for (const step of path) {
    const index = new Uint8Array(4);
    new DataView(index.buffer).setUint32(0, (step | HARDENED) >>> 0);
    node = hmac(sha512, node.subarray(HALF), concatBytes(Uint8Array.of(0), node.subarray(0, HALF), index));
  }
  return node.slice(0, HALF) as Uint8Array as PrivateKey;
}
