/** Maximum total weight of a block, and maximum weight of a single transaction. */
export const MAX_BLOCK_WEIGHT = 2_000_000;

/** Largest block, in bytes, that every node accepts from a peer. Larger ones can be valid: weight counts no proofs. */
export const MAX_SENT_BLOCK_BYTES = 5_000_000;
