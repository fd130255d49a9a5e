/** Words of phrases that only other wallets and devices make: they are swept, not restored. */
export const FOREIGN_COUNTS: readonly number[] = [15, 18, 21, 24];
