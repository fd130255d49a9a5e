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
  /** The header's hash, which is the block's id. */
  readonly id: BlockId;
  /** Whether the hash, all 256 bits of it, is at or below the target. */
  readonly meetsTarget: boolean;
  readonly followsFactor: boolean;
  /** Both: the header may be submitted. */
  readonly solved: boolean;
}

/** The header with its nonce, u64 little-endian in bytes [32,40), replaced. */
export function withNonce(header: Uint8Array, nonce: bigint): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(header);
  copy.set(encodeU64le(nonce), NONCE_OFFSET);
  return copy;
}

/**
 * Hashes the header with the plain implementation and compares the whole hash with the target. Engines look at its
 * first 32 bits only; nothing of theirs is believed before this.
 */
export function verifySolution(work: GrindWork, nonce: bigint, nonceFactor: bigint): CheckedNonce {
  const header = withNonce(work.header, nonce);
  const id = encodeHex(blake2b256(header)) as BlockId;
  // Equal length and lower case: the order of the texts is that of the big-endian numbers.
  const meetsTarget = id <= encodeHex(work.target);
  const followsFactor = isMultipleOf(nonceFactor, nonce);
  return { nonce, header, id, meetsTarget, followsFactor, solved: meetsTarget && followsFactor };
}
