/** Columns of numbers: seconds since 1970 or another increasing value, then one column per series; null is a gap. */
export type ChartData = readonly [x: readonly number[], ...series: readonly (readonly (number | null)[])[]];

/**
 * Cumulative heights of a stack, top first: each value is added to those below it. A gap counts as zero; where all
 * series have a gap, so does the stack.
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
