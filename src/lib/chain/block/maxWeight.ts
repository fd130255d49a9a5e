/** Largest sum of weights in a block, and largest weight of one transaction. */
export const MAX_BLOCK_WEIGHT = 2_000_000;
