/** Capacity of the hit list; with its counter 1 KiB. */
export const HIT_SLOTS = 255;
export const HITS_BYTES = 4 * (1 + HIT_SLOTS);

/** Hits of one dispatch. */
export interface Hits {
  /** Indexes of the candidates, in no particular order. */
  readonly indexes: readonly number[];
  /** More hits than slots: `indexes` is incomplete. */
  readonly overflowed: boolean;
}

/** Decodes the `Hits` buffer of kernel/grind.wgsl. */
export function decodeHits(bytes: ArrayBuffer): Hits {
  const [count = 0, ...indexes] = new Uint32Array(bytes, 0, 1 + HIT_SLOTS);
  return { indexes: indexes.slice(0, count), overflowed: count > HIT_SLOTS };
}

/**
 * Dispatch size for which the hit list is expected to be at most half full: for very easy targets dispatches are small.
 * @param top first 32 bits of the target
 */
export const maxNonces = (top: number): number => Math.floor((HIT_SLOTS / 2) * (2 ** 32 / (top + 1)));
