import { systemScheduler, type Scheduler } from './scheduler';

/** Well below the 50 ms of a long task, because a step can overrun its slice. */
const SLICE_MS = 10;

/**
 * Does work that yields between its steps in slices.
 * @throws the signal's reason, between two steps
 */
export async function inSlices<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  const slices = new TimeSlices();
  let step = work.next();
  while (!step.done) {
    await slices.turn();
    signal.throwIfAborted();
    step = work.next();
  }
  return step.value;
}

/**
 * Splits long work on a thread into slices. Input, frames and messages are handled between slices: however many pieces
 * of work there are, one of them has a slice at a time, each in its turn.
 */
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
    await nextSlice(this.#scheduler);
    this.#endsAtMs = this.#scheduler.now() + SLICE_MS;
  }
}

/** What waits for its next slice, on the thread of a scheduler, in order. */
const waiting = new WeakMap<Pick<Scheduler, 'yield'>, (() => void)[]>();

function nextSlice(scheduler: Pick<Scheduler, 'yield'>): Promise<void> {
  const queue = waiting.get(scheduler) ?? [];
  waiting.set(scheduler, queue);
  return new Promise((resolve) => {
    if (queue.push(resolve) === 1) void giveSlices(scheduler, queue);
  });
}

async function giveSlices(scheduler: Pick<Scheduler, 'yield'>, queue: (() => void)[]): Promise<void> {
  while (queue.length > 0) {
    await scheduler.yield();
    queue.shift()!();
  }
}
