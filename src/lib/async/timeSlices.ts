import { systemScheduler, type Scheduler } from './scheduler';

/** Well below the 50 ms of a long task, because a step can overrun its slice. */
const SLICE_MS = 10;
/** Of one of several pieces of work, while the thread is busy with other things. */
const MAX_SLICE_MS = 50;

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
    const lengthMs = await nextSlice(this.#scheduler);
    this.#endsAtMs = this.#scheduler.now() + lengthMs;
  }
}

/** Receives the length of its slice, ms. */
type Waiting = (lengthMs: number) => void;

/** What waits for its next slice, on the thread of a scheduler, in order. */
const waiting = new WeakMap<Pick<Scheduler, 'now' | 'yield'>, Waiting[]>();

function nextSlice(scheduler: Pick<Scheduler, 'now' | 'yield'>): Promise<number> {
  const queue = waiting.get(scheduler) ?? [];
  waiting.set(scheduler, queue);
  return new Promise((resolve) => {
    if (queue.push(resolve) === 1) void giveSlices(scheduler, queue);
  });
}

/** Several pieces of work together have as much of the thread as everything else, so that they cannot be starved. */
async function giveSlices(scheduler: Pick<Scheduler, 'now' | 'yield'>, queue: Waiting[]): Promise<void> {
  let lengthMs = 0;
  while (queue.length > 0) {
    const beforeMs = scheduler.now();
    await scheduler.yield();
    // The slice before was a part of it.
    const othersMs = scheduler.now() - beforeMs - lengthMs;
    lengthMs = queue.length === 1 ? SLICE_MS : Math.min(MAX_SLICE_MS, Math.max(SLICE_MS, othersMs));
    queue.shift()!(lengthMs);
  }
}
