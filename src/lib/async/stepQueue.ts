import { TimeSlices } from './timeSlices';

/** Does long work in steps, one piece of work after the other. Requests and messages are handled between steps. */
export class StepQueue {
  readonly #slices = new TimeSlices();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param work yields before each long step; what comes before the first one is done at once
   * @param signal ends the work before its next step
   * @returns its result
   */
  async run<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T> {
    let step = work.next();
    if (step.done) return step.value;
    const result = this.#last.then(async () => {
      while (!step.done) {
        await this.#slices.turn();
        signal?.throwIfAborted();
        step = work.next();
      }
      return step.value;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** Does all steps of the work at once. */
export function runAtOnce<T>(work: Generator<void, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
