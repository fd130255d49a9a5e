/** Items sorted or merged in one step, which takes a few milliseconds. */
const RUN = 2_000;

/** Like `toSorted`. Yields before each step. */
export function* sortInSteps<T>(items: readonly T[], order: (a: T, b: T) => number): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += RUN) {
    yield;
    runs.push(items.slice(from, from + RUN).sort(order));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* mergeInSteps(runs[i]!, runs[i + 1] ?? [], order));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInSteps<T>(a: readonly T[], b: readonly T[], order: (a: T, b: T) => number): Generator<void, T[]> {
  const merged: T[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (merged.length % RUN === 0) yield;
    const isFirst = j === b.length || (i < a.length && order(a[i]!, b[j]!) <= 0);
    merged.push(isFirst ? a[i++]! : b[j++]!);
  }
  return merged;
}
