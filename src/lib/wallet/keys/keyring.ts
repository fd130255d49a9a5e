import { concatBytes, encodeU64le } from '$lib/codec/bytes';
import { blake2b256 } from '$lib/chain/hash';
import type { PrivateKey, PublicKey } from '$lib/chain/keys/keys';
import { derivePublicKey } from '$lib/chain/keys/sign';
import type { Seed } from './seed';

export interface KeyPair {
  readonly privateKey: PrivateKey;
  readonly publicKey: PublicKey;
}

/** Key `index` of a seed: H(seed ‖ u64 index). */
export const derivePrivateKey = (seed: Seed, index: bigint): PrivateKey =>
  blake2b256(concatBytes(seed, encodeU64le(index))) as PrivateKey;

/** The ed25519 key pair of key `index` of a seed. */
export function deriveKeyPair(seed: Seed, index: bigint): KeyPair {
  const privateKey = derivePrivateKey(seed, index);
  return { privateKey, publicKey: derivePublicKey(privateKey) };
}
