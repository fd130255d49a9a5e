import { TimeSlices } from './timeSlices';

/** Items sorted in one step, which takes a few milliseconds. */
const RUN = 2_000;

/**
 * Like `toSorted`, in time slices.
 * @throws the signal's reason once it aborts
 */
export async function sortInSlices<T>(
  items: readonly T[],
  order: (a: T, b: T) => number,
  signal: AbortSignal
): Promise<T[]> {
  const slices = new TimeSlices();
  const merge = async (a: readonly T[], b: readonly T[]): Promise<T[]> => {
    const merged: T[] = [];
    for (let i = 0, j = 0; i < a.length || j < b.length;) {
      if (merged.length % RUN === 0) await slices.turn();
      const isFirst = j === b.length || (i < a.length && order(a[i]!, b[j]!) <= 0);
      merged.push(isFirst ? a[i++]! : b[j++]!);
    }
    signal.throwIfAborted();
    return merged;
  };
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += RUN) {
    await slices.turn();
    runs.push(items.slice(from, from + RUN).sort(order));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(await merge(runs[i]!, runs[i + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}
