import type { Height } from '$lib/chain/time';

const LOCATOR_LENGTH = 32;
/** Consecutive heights from the tip down, before the distances double. */
const DENSE = 10;

const distance = (i: number): number => (i < DENSE ? i : 7 + 2 ** (i - 8));

/**
 * Heights at which to look for a block in common with a peer, from the tip down: the ten newest, then 11, 15, 23, 39…
 * below the tip; genesis fills the rest of the 32.
 */
export const locatorHeights = (tip: Height): Height[] =>
  Array.from({ length: LOCATOR_LENGTH }, (_, i) => Math.max(tip - distance(i), 0));

/**
 * The same without duplicates, for a chain whose blocks are stored from a height on, which is always the last entry.
 * @param first 0, or the height of the checkpoint
 */
export const locator = (tip: Height, first: Height): Height[] => [
  ...new Set([...locatorHeights(tip).filter((height) => height > first), first])
];
