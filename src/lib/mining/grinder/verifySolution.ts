import { blake2b256 } from '$lib/chain/hash';
import { NONCE_OFFSET } from '$lib/chain/block/block';
import type { BlockId } from '$lib/chain/ids';
import { encodeHex, encodeU64le } from '$lib/codec/bytes';
import type { GrindWork } from './grinder';
import { isMultipleOf } from './nonceRange';

/** Result of verifying a proposed nonce on the CPU. */
export interface CheckedNonce {
  readonly nonce: bigint;
  /** The 80 header bytes with the nonce in place: what was hashed, and what is submitted. */
  readonly header: Uint8Array<ArrayBuffer>;
  /** Block id: the hash of the header. */
  readonly id: BlockId;
  /** Whether the hash is at or below the target, compared over all 256 bits. */
  readonly meetsTarget: boolean;
  /** Whether the nonce is a multiple of the nonce factor. */
  readonly followsFactor: boolean;
  /** Both conditions hold: the header may be submitted. */
  readonly solved: boolean;
}

/** The header with its nonce, u64 little-endian in bytes [32,40), replaced. */
export function withNonce(header: Uint8Array, nonce: bigint): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(header);
  copy.set(encodeU64le(nonce), NONCE_OFFSET);
  return copy;
}

/**
 * Hashes the header with the reference implementation and compares the whole hash with the target. Engines compare only
 * the first 32 bits; their results are not used before this check.
 */
export function verifySolution(work: GrindWork, nonce: bigint, nonceFactor: bigint): CheckedNonce {
  const header = withNonce(work.header, nonce);
  const id = encodeHex(blake2b256(header)) as BlockId;
  // Equal length and lower case: lexicographic order is the order of the big-endian numbers.
  const meetsTarget = id <= encodeHex(work.target);
  const followsFactor = isMultipleOf(nonceFactor, nonce);
  return { nonce, header, id, meetsTarget, followsFactor, solved: meetsTarget && followsFactor };
}
