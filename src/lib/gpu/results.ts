/** Indexes the list of hits holds; with the count before them a kilobyte. */
export const HIT_SLOTS = 255;
export const HITS_BYTES = 4 * (1 + HIT_SLOTS);

/** What a dispatch left in its list of hits. */
export interface Hits {
  /** Index of each candidate; in no order. */
  readonly indexes: readonly number[];
  /** More were found than the list holds: the ones here are not all. */
  readonly overflowed: boolean;
}

/** Reads the `Hits` of kernel/grind.wgsl. */
export function decodeHits(bytes: ArrayBuffer): Hits {
  const [count = 0, ...indexes] = new Uint32Array(bytes, 0, 1 + HIT_SLOTS);
  return { indexes: indexes.slice(0, count), overflowed: count > HIT_SLOTS };
}

/**
 * Most nonces to try at once so that the list is expected to be half full at the most: where nearly every hash meets
 * the target, dispatches are small.
 */
export const mostNonces = (top: number): number => Math.floor((HIT_SLOTS / 2) * (2 ** 32 / (top + 1)));
