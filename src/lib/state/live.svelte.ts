import { toAppError, type AppError } from '$lib/errors';

/**
 * A value that is read again and again: the last good one with its moment, and apart from it what went wrong since.
 * A failed read never erases a good value and never passes it off as present: `stale` says that it is old.
 */
export class Live<T> {
  /** The last value read, with the moment it arrived in milliseconds since 1970. */
  good = $state.raw<{ value: T; atMs: number }>();
  /** Why the latest read failed; gone after one that succeeds. */
  problem = $state.raw<AppError>();
  /** A read is under way. */
  reading = $state(false);

  readonly #read: (signal: AbortSignal) => Promise<T>;
  readonly #nowMs: () => number;
  #running: Promise<void> | undefined;

  constructor(read: (signal: AbortSignal) => Promise<T>, nowMs: () => number = Date.now) {
    this.#read = read;
    this.#nowMs = nowMs;
  }

  get value(): T | undefined {
    return this.good?.value;
  }

  get atMs(): number | undefined {
    return this.good?.atMs;
  }

  /** There is a value, and the node has since failed to confirm it. */
  get stale(): boolean {
    return this.good !== undefined && this.problem !== undefined;
  }

  /** Reads once; a call while a read runs joins it, so that a slow node is never asked twice at a time. */
  refresh(signal: AbortSignal = new AbortController().signal): Promise<void> {
    this.#running ??= this.#refresh(signal).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    this.reading = true;
    try {
      const value = await this.#read(signal);
      this.good = { value, atMs: this.#nowMs() };
      this.problem = undefined;
    } catch (error) {
      if (!signal.aborted) this.problem = toAppError(error);
    } finally {
      this.reading = false;
    }
  }
}

/**
 * Refreshes the values every `everyMs` while the page is visible, and at once when it becomes visible again.
 * Each waits for its own answer: one slow endpoint does not hold up the others.
 * @returns ends it and aborts what is under way
 */
export function keepFresh(values: readonly Live<unknown>[], everyMs: number): () => void {
  const abort = new AbortController();
  const refreshAll = () => {
    if (document.visibilityState === 'visible') for (const value of values) void value.refresh(abort.signal);
  };
  refreshAll();
  const timer = setInterval(refreshAll, everyMs);
  document.addEventListener('visibilitychange', refreshAll, { signal: abort.signal });
  return () => {
    clearInterval(timer);
    abort.abort();
  };
}
