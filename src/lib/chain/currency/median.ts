/** The median; for an even count, the mean of the two middle amounts, rounded down. Undefined for an empty list. */
export function median(amounts: readonly bigint[]): bigint | undefined {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = sorted[sorted.length >> 1];
  if (upper === undefined) return undefined;
  const lower = sorted[(sorted.length - 1) >> 1] ?? upper;
  return (lower + upper) / 2n;
}

/** `amount / of` to four decimals; undefined if `of` is zero or undefined. */
export function ratio(amount: bigint, of: bigint | undefined): number | undefined {
  return of ? Number((amount * 10_000n) / of) / 10_000 : undefined;
}
