/** Columns of numbers: seconds since 1970 or another count that only grows, then one column a series; null is a gap. */
export type ChartData = readonly [x: readonly number[], ...series: readonly (readonly (number | null)[])[]];

/**
 * The columns as heights of a stack, its top first: each value with all those before it. A gap among others counts as
 * nothing; where all are missing, the stack has a gap.
 */
export function stackColumns([x, ...series]: ChartData): ChartData {
  const tops: (number | null)[][] = [];
  for (const column of series) {
    const below = tops[0];
    tops.unshift(
      x.map((_, i) => {
        const isKnown = series.some((one) => one[i] !== null && one[i] !== undefined);
        return isKnown ? (below?.[i] ?? 0) + (column[i] ?? 0) : null;
      })
    );
  }
  return [x, ...tops];
}
