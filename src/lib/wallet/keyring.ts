import { concatBytes, encodeU64le } from '../codec/bytes';
import { blake2b256 } from '../chain/hash';
import type { PrivateKey, PublicKey } from '../chain/keys';
import { derivePublicKey } from '../chain/sign';
import type { Seed } from './seed';

export interface KeyPair {
  readonly privateKey: PrivateKey;
  readonly publicKey: PublicKey;
}

/** Key `index` of a seed, new or legacy: the ed25519 key pair of H(seed ‖ u64 index). */
export function deriveKeyPair(seed: Seed, index: bigint): KeyPair {
  const privateKey = blake2b256(concatBytes(seed, encodeU64le(index))) as PrivateKey;
  return { privateKey, publicKey: derivePublicKey(privateKey) };
}
