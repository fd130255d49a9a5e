/** Maximum total weight of a block, and maximum weight of a single transaction. */
export const MAX_BLOCK_WEIGHT = 2_000_000;
