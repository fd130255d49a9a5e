import { systemScheduler, type Scheduler } from './scheduler';

/** Far below the 50 ms from which a task is called long: a step may take some more time than is left. */
const SLICE_MS = 10;

/** Long work of one thread in slices: between two of them, key presses, frames and messages have their turn. */
export class TimeSlices {
  readonly #scheduler: Pick<Scheduler, 'now' | 'yield'>;
  #endsAtMs: number;

  constructor(scheduler: Pick<Scheduler, 'now' | 'yield'> = systemScheduler) {
    this.#scheduler = scheduler;
    this.#endsAtMs = scheduler.now() + SLICE_MS;
  }

  /** Called before each step. Returns at once while the slice lasts, and after everybody's turn when it is over. */
  async turn(): Promise<void> {
    if (this.#scheduler.now() < this.#endsAtMs) return;
    await this.#scheduler.yield();
    this.#endsAtMs = this.#scheduler.now() + SLICE_MS;
  }
}
