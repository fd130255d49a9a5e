import { concatBytes, encodeU64le } from '$lib/codec/bytes';
import { blake2b256 } from '$lib/chain/hash';
import type { PrivateKey, PublicKey } from '$lib/chain/keys/keys';
import { derivePublicKey } from '$lib/chain/keys/sign';
import type { Seed } from './seed';

export interface KeyPair {
  readonly privateKey: PrivateKey;
  readonly publicKey: PublicKey;
}

/** Key `index` of a seed: the ed25519 key pair of H(seed ‖ u64 index). */
export function deriveKeyPair(seed: Seed, index: bigint): KeyPair {
  const privateKey = blake2b256(concatBytes(seed, encodeU64le(index))) as PrivateKey;
  return { privateKey, publicKey: derivePublicKey(privateKey) };
}
