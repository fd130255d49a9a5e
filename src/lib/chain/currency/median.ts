/** The middle one of the amounts; of an even number of them the half of the two in the middle, rounded down. */
export function median(amounts: readonly bigint[]): bigint | undefined {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = sorted[sorted.length >> 1];
  if (upper === undefined) return undefined;
  const lower = sorted[(sorted.length - 1) >> 1] ?? upper;
  return (lower + upper) / 2n;
}

/** `amount / of` to four digits; undefined beside nothing. */
export function ratio(amount: bigint, of: bigint | undefined): number | undefined {
  return of ? Number((amount * 10_000n) / of) / 10_000 : undefined;
}
