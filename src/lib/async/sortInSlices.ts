import { sortInSteps } from './sortInSteps';
import { TimeSlices } from './timeSlices';

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
  const work = sortInSteps(items, order);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await slices.turn();
    signal.throwIfAborted();
  }
}
