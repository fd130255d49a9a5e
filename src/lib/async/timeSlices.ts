import { systemScheduler, type Scheduler } from './scheduler';

/** Well below the 50 ms of a long task, because a step can overrun its slice. */
const SLICE_MS = 10;

/** Splits long work on a thread into slices. Input, frames and messages are handled between slices. */
export class TimeSlices {
  readonly #scheduler: Pick<Scheduler, 'now' | 'yield'>;
  #endsAtMs: number;

  constructor(scheduler: Pick<Scheduler, 'now' | 'yield'> = systemScheduler) {
    this.#scheduler = scheduler;
    this.#endsAtMs = scheduler.now() + SLICE_MS;
  }

  /** Call before each step. Returns immediately during the slice; at its end, yields to the event loop first. */
  async turn(): Promise<void> {
    if (this.#scheduler.now() < this.#endsAtMs) return;
    await this.#scheduler.yield();
    this.#endsAtMs = this.#scheduler.now() + SLICE_MS;
  }
}
