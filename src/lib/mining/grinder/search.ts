import type { GrindWork } from './grinder';
import { foldHeader } from '../kernel/fold.gen';

/** Input of the search kernels. */
export interface SearchJob {
  /** The words of `foldHeader`. */
  readonly folded: BigUint64Array<ArrayBuffer>;
  /**
   * First 32 bits of the target, big-endian. A nonce is a candidate when the first 32 bits of its hash are at or below:
   * no solution is missed, and for targets with at least 32 leading zero bits at most one nonce in 2^32 is a false
   * positive.
   */
  readonly top: number;
  /** Distance between nonces. */
  readonly step: bigint;
}

/** Result of searching `count` nonces. */
export interface SearchResult {
  /** Nonces tried, from the first on; fewer than `count` when the hit list was full. */
  readonly tried: number;
  /** Indexes of the candidates among the nonces tried. */
  readonly hits: readonly number[];
}

/** A synchronous search on the CPU. */
export type Search = (job: SearchJob, first: bigint, count: number) => SearchResult;

/** Precomputes the part of the hash that does not depend on the nonce, and the target filter. */
export function prepareSearch(work: GrindWork, step: bigint): SearchJob {
  const { buffer, byteOffset } = work.target;
  return { folded: foldHeader(work.header), top: new DataView(buffer, byteOffset).getUint32(0), step };
}
