import { untrack } from 'svelte';
import { toAppError, type AppError } from '$lib/errors';

/** Older than this, a value is no longer taken for the present one, unless it is one that is read more seldom. */
const LATE_AFTER_MS = 6_000;
/** A read that failed is tried again after this, even where reads are further apart. */
const RETRY_MS = 5_000;

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

  /** The good value is old and its successor has not come: a node that hangs fails only after its time limit. */
  #late = $state(false);
  readonly #read: (signal: AbortSignal) => Promise<T>;
  readonly #nowMs: () => number;
  readonly #lateAfterMs: number;
  #running: { readonly done: Promise<void>; readonly signal: AbortSignal } | undefined;

  /** @param lateAfterMs for what is read more seldom than every few seconds: a little more than the time between reads */
  constructor(
    read: (signal: AbortSignal) => Promise<T>,
    nowMs: () => number = Date.now,
    lateAfterMs: number = LATE_AFTER_MS
  ) {
    this.#read = read;
    this.#nowMs = nowMs;
    this.#lateAfterMs = lateAfterMs;
  }

  get value(): T | undefined {
    return this.good?.value;
  }

  get atMs(): number | undefined {
    return this.good?.atMs;
  }

  /** There is a value, but the node has not confirmed it since. */
  get stale(): boolean {
    return this.good !== undefined && (this.problem !== undefined || this.#late);
  }

  /** Reads once; a call while a read runs joins it, so that a slow node is never asked twice at a time. */
  refresh(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (this.#running && !this.#running.signal.aborted) return this.#running.done;
    const running = { signal, done: this.#refresh(signal).finally(() => this.#ended(running)) };
    this.#running = running;
    return running.done;
  }

  /** Reads after the read that is under way, which may have begun before what was just changed. */
  async refreshAnew(): Promise<void> {
    await this.#running?.done;
    await this.refresh();
  }

  #ended(running: object): void {
    if (this.#running !== running) return;
    this.#running = undefined;
    this.reading = false;
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    this.reading = true;
    const ageMs = this.good ? this.#nowMs() - this.good.atMs : 0;
    const late = setTimeout(() => (this.#late = true), Math.max(0, this.#lateAfterMs - ageMs));
    try {
      const value = await this.#read(signal);
      signal.throwIfAborted();
      this.good = { value, atMs: this.#nowMs() };
      this.problem = undefined;
      this.#late = false;
    } catch (error) {
      if (!signal.aborted) this.problem = toAppError(error);
    } finally {
      clearTimeout(late);
    }
  }
}

/** What every {@link pollWhileVisible} at work does at once. */
const kept = new Set<() => void>();

/**
 * Reads everything that is kept fresh now, whenever its time would be: the node was lost, and what is read seldom must not
 * pass for present; or it is back, and nobody wants to wait for a minute.
 */
export const refreshKept = (): void => kept.forEach((refreshAll) => refreshAll());

/**
 * Refreshes the values every `everyMs` while the page is visible, and at once when it becomes visible again.
 * Each waits for its own answer: one slow endpoint does not hold up the others.
 * @returns ends it and aborts what is under way
 */
export function pollWhileVisible(values: readonly Live<unknown>[], everyMs: number): () => void {
  const abort = new AbortController();
  const refreshAll = () => {
    if (document.visibilityState === 'visible') for (const value of values) void value.refresh(abort.signal);
  };
  // Started from an effect: what the reads look at must not become what the effect depends on.
  untrack(refreshAll);
  kept.add(refreshAll);
  const timer = setInterval(refreshAll, everyMs);
  // What failed is not left alone until its next turn, which may be a minute away.
  const retrying = setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    for (const value of values) if (value.problem) void value.refresh(abort.signal);
  }, RETRY_MS);
  if (everyMs <= RETRY_MS) clearInterval(retrying);
  document.addEventListener('visibilitychange', refreshAll, { signal: abort.signal });
  return () => {
    kept.delete(refreshAll);
    clearInterval(timer);
    clearInterval(retrying);
    abort.abort();
  };
}
