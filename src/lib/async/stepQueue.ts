import { TimeSlices } from './timeSlices';
import { whenAborted } from './whenAborted';

/** Long work that yields before each long step, or yields what it waits for. */
export type Steps<T> = Generator<Promise<void> | void, T>;

/** Does long work in steps, one piece of work after the other. Requests and messages are handled between steps. */
export class StepQueue {
  readonly #slices = new TimeSlices();
  #last: Promise<void> = Promise.resolve();

  /**
   * @param work what comes before its first step is done at once
   * @param wanted its signal ends the work before its next step; work that still waits is dropped at once, with what it
   *   holds. The signal is read only if there are steps
   * @returns its result
   */
  async run<T>(work: Steps<T>, wanted?: { readonly signal: AbortSignal }): Promise<T> {
    let step = work.next();
    if (step.done) return step.value;
    const signal = wanted?.signal;
    const before = this.#last;
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.#last = before.then(() => over);
    try {
      await (signal ? unlessAborted(before, signal) : before);
      while (!step.done) {
        if (step.value) await step.value;
        await this.#slices.turn();
        signal?.throwIfAborted();
        step = work.next();
      }
      return step.value;
    } finally {
      end();
    }
  }
}

async function unlessAborted(before: Promise<void>, signal: AbortSignal): Promise<void> {
  const { aborted, forget } = whenAborted(signal);
  try {
    await Promise.race([before, aborted]);
  } finally {
    forget();
  }
}

/** Does all steps of the work at once. */
export function runAtOnce<T>(work: Generator<void, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
