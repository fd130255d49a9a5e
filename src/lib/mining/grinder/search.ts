import type { GrindWork } from './grinder';
import { foldHeader } from '../kernel/fold.gen';

/** Work as the search kernels take it. */
export interface SearchJob {
  /** The words of `foldHeader`. */
  readonly folded: BigUint64Array<ArrayBuffer>;
  /**
   * First 32 bits of the target, big-endian. A nonce is a candidate when its digest's first 32 bits are at or below:
   * no winner is missed, and with 32 or more leading zero bits one nonce in 2^32 is passed on at most.
   */
  readonly top: number;
  /** Distance between nonces. */
  readonly step: bigint;
}

/** What a search over `count` nonces found. */
export interface SearchResult {
  /** Nonces tried, from the first on; fewer than asked for when the list of hits was full. */
  readonly tried: number;
  /** Positions of the candidates among the nonces tried. */
  readonly hits: readonly number[];
}

/** A synchronous search on the CPU. */
export type Search = (job: SearchJob, first: bigint, count: number) => SearchResult;

/** Folds the nonce-free part of the hash and the target's filter out of the work. */
export function prepareSearch(work: GrindWork, step: bigint): SearchJob {
  const { buffer, byteOffset } = work.target;
  return { folded: foldHeader(work.header), top: new DataView(buffer, byteOffset).getUint32(0), step };
}
