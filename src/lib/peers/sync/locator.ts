import type { Height } from '$lib/chain/time';

const LOCATOR_LENGTH = 32;
/** So many heights in a row below the tip, then at distances that double. */
const DENSE = 10;

const distance = (i: number): number => (i < DENSE ? i : 7 + 2 ** (i - 8));

/**
 * Heights at which a peer is asked for a common block, from the tip down: the ten newest, then 11, 15, 23, 39… below;
 * genesis fills the rest of the 32.
 */
export const locatorHeights = (tip: Height): Height[] =>
  Array.from({ length: LOCATOR_LENGTH }, (_, i) => Math.max(tip - distance(i), 0));

/**
 * The same without repetitions, for a chain whose blocks are there from a height on; that one is always the last.
 * @param first 0, or the height of the checkpoint
 */
export const locator = (tip: Height, first: Height): Height[] => [
  ...new Set([...locatorHeights(tip).filter((height) => height > first), first])
];
