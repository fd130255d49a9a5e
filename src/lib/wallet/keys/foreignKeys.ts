import { sha256 } from '@noble/hashes/sha2.js';
import { blake2b256 } from '$lib/chain/hash';
import type { PrivateKey } from '$lib/chain/keys/keys';
import { publicKeyBytes } from '$lib/chain/keys/keys';
import { derivePublicKey } from '$lib/chain/keys/sign';
import { decodeHex, encodeHex, encodeUtf8 } from '$lib/codec/bytes';
import { PrivateKeyFormatError, PrivateKeyMismatchError, WordCountError } from '../errors';
import { BIP39_COUNTS, entropyOfPhrase, isBip39Count } from './bip39';
import { deriveKeyPair, type KeyPair } from './keyring';
import { LEGACY_COUNTS, seedFromLegacyPhrase } from './legacySeed';
import { normalizePhrase } from './phrase';
import type { Seed } from './seed';
import { bip39Seed, slip10Key } from './slip10';

/** How a key is derived, and by which wallets. */
export type KeyOrigin =
  /** Words of this network's wallets: H(H(entropy) ‖ index). */
  | 'native'
  /** 28 or 29 words: H(seed ‖ index). */
  | 'legacy'
  /** Same as `native`, with longer phrases and only one key: some mobile wallets. */
  | 'long-phrase'
  /** m/44'/93'/index'/0'/0': the hardware signer's app. */
  | 'hardware'
  /** m/44'/1991'/account'/0'/index': multi-coin wallets. */
  | 'multi-coin'
  /** SHA-256 of a text. */
  | 'text'
  /** A raw private key. */
  | 'key';

/** A key of another wallet. */
export interface ForeignKey extends KeyPair {
  readonly origin: KeyOrigin;
  /** Such as `m/44'/93'/0'/0'/0'`, or the index. */
  readonly path: string;
  /** Number of keys derived after this one by the same rule; undefined if the rule has only one. */
  readonly ahead?: number;
}

/** A foreign key without its private key, as pages receive it. */
export type ForeignPublicKey = Omit<ForeignKey, 'privateKey'>;

/** What the user typed. */
export interface ForeignSecret {
  /** Words, a private key in hexadecimal, or with `isText` any text. */
  readonly secret: string;
  /** The optional BIP39 passphrase. */
  readonly passphrase: string;
  /** The text itself is the secret, as in some wallets. */
  readonly isText: boolean;
}

const NATIVE_KEYS = 100;
const FOREIGN_KEYS = 20;
const FOREIGN_ACCOUNTS = 5;
const PURPOSE = 44;
const HARDWARE_COIN = 93;
const REGISTERED_COIN = 1991;

const RAW_KEY = /^[0-9a-f]{64}$/i;
const RAW_KEY_WITH_PUBLIC = /^[0-9a-f]{128}$/i;
const HEX = /^[0-9a-f]*$/i;
/** No word of the lists is as long. */
const LONGEST_WORD = 20;
const COUNTS = [...BIP39_COUNTS, ...LEGACY_COUNTS];

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const pathText = (path: readonly number[]): string => `m/${path.map((step) => `${step}'`).join('/')}`;

/**
 * Every key that a wallet may have derived from a secret: the first keys by each known rule of this network's wallets
 * that fits its form.
 * @param reach multiplies the number of keys by each rule that has more than one
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError | PrivateKeyMismatchError | PrivateKeyFormatError}
 */
export function foreignKeys({ secret, passphrase, isText }: ForeignSecret, reach = 1): ForeignKey[] {
  if (isText) return [keyOf(textKey(secret), 'text', '0')];
  const trimmed = secret.trim().replace(/^0x/i, '');
  if (RAW_KEY.test(trimmed) || RAW_KEY_WITH_PUBLIC.test(trimmed)) return [rawKey(trimmed)];
  const phrase = normalizePhrase(secret);
  if (/^\S+$/.test(trimmed) && trimmed.length > LONGEST_WORD)
    throw new PrivateKeyFormatError(trimmed.length, HEX.test(trimmed));
  const count = phrase === '' ? 0 : phrase.split(' ').length;
  if (LEGACY_COUNTS.includes(count)) return indexed(seedFromLegacyPhrase(phrase), 'legacy', NATIVE_KEYS * reach);
  if (!isBip39Count(count)) throw new WordCountError(count, COUNTS);
  const seed = blake2b256(entropyOfPhrase(phrase)) as Seed;
  return [
    ...(count === 12 ? indexed(seed, 'native', NATIVE_KEYS * reach) : [indexedKey(seed, 'long-phrase', 0)]),
    ...pathKeys(bip39Seed(phrase, passphrase), FOREIGN_KEYS * reach),
    keyOf(textKey(phrase), 'text', '0')
  ];
}

const keyOf = (privateKey: PrivateKey, origin: KeyOrigin, path: string): ForeignKey => ({
  privateKey,
  publicKey: derivePublicKey(privateKey),
  origin,
  path
});

const indexedKey = (seed: Seed, origin: KeyOrigin, index: number): ForeignKey => ({
  ...deriveKeyPair(seed, BigInt(index)),
  origin,
  path: String(index)
});

const withAhead = (keys: readonly ForeignKey[]): ForeignKey[] =>
  keys.map((key, i) => ({ ...key, ahead: keys.length - 1 - i }));

const indexed = (seed: Seed, origin: KeyOrigin, count: number): ForeignKey[] =>
  withAhead(range(count).map((index) => indexedKey(seed, origin, index)));

function pathKeys(seed: Uint8Array, count: number): ForeignKey[] {
  const keysAt = (origin: KeyOrigin, pathOf: (index: number) => number[]) =>
    withAhead(
      range(count)
        .map(pathOf)
        .map((path) => keyOf(slip10Key(seed, path), origin, pathText(path)))
    );
  return [
    ...keysAt('hardware', (index) => [PURPOSE, HARDWARE_COIN, index, 0, 0]),
    ...range(FOREIGN_ACCOUNTS).flatMap((account) =>
      keysAt('multi-coin', (index) => [PURPOSE, REGISTERED_COIN, account, 0, index])
    )
  ];
}

/** SHA-256 of a text, clamped like a scalar and then used as a seed. */
function textKey(text: string): PrivateKey {
  const key = sha256(encodeUtf8(text));
  key[0]! &= 0xf8;
  key[31] = (key[31]! & 0x7f) | 0x40;
  return key as Uint8Array as PrivateKey;
}

function rawKey(hex: string): ForeignKey {
  const bytes = decodeHex(hex);
  const key = keyOf(bytes.slice(0, 32) as Uint8Array as PrivateKey, 'key', '0');
  const isPair = bytes.length === 64;
  if (isPair && encodeHex(publicKeyBytes(key.publicKey)) !== hex.slice(64).toLowerCase()) {
    throw new PrivateKeyMismatchError();
  }
  return key;
}
