import { untrack } from 'svelte';
import { toAppError, type AppError } from '$lib/errors';

/** Default age in milliseconds after which a value is stale. */
const LATE_AFTER_MS = 6_000;
/** Delay before a failed read is retried, even if the polling interval is longer. */
const RETRY_MS = 5_000;
/** Shortest interval at which a service that the connection does not have is polled: only its settings can add it. */
const NOT_CONFIGURED_RETRY_MS = 60_000;

/**
 * A polled value: the last good value with its time and, separately, the current error. A failed read never discards a
 * good value; `stale` marks it as outdated.
 */
export class Live<T> {
  /** The last good value and its arrival time, milliseconds since 1970. */
  good = $state.raw<{ value: T; atMs: number }>();
  /** Why the last read failed; cleared by a successful one. */
  problem = $state.raw<AppError>();
  /** A read is in progress. */
  reading = $state(false);

  /** The good value is overdue: a hanging node fails only after the timeout. */
  #late = $state(false);
  readonly #read: (signal: AbortSignal) => Promise<T>;
  readonly #nowMs: () => number;
  readonly #lateAfterMs: number;
  /** Time of the last failure, milliseconds since 1970. */
  #failedAtMs = 0;
  #running: { readonly done: Promise<void>; readonly signal: AbortSignal } | undefined;

  /** @param lateAfterMs for values polled less often; slightly more than the polling interval */
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

  /** The value has not been confirmed recently. */
  get stale(): boolean {
    return this.good !== undefined && (this.problem !== undefined || this.#late);
  }

  /** Whether polling reads it now. */
  get isPolled(): boolean {
    if (this.problem?.code !== 'api/not-configured') return true;
    // Negative once the clock was set back.
    const sinceMs = this.#nowMs() - this.#failedAtMs;
    return sinceMs < 0 || sinceMs >= NOT_CONFIGURED_RETRY_MS;
  }

  /** Reads once; a call during a read joins it, so that a slow node gets one request at a time. */
  refresh(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (this.#running && !this.#running.signal.aborted) return this.#running.done;
    // An effect that calls this must not depend on the value: each read would cause the next one.
    const running = { signal, done: untrack(() => this.#refresh(signal)).finally(() => this.#ended(running)) };
    this.#running = running;
    return running.done;
  }

  /** Starts a read after the current one, which may have begun before a change. */
  async refreshAnew(signal?: AbortSignal): Promise<void> {
    await this.#running?.done;
    await this.refresh(signal);
  }

  /** Marks the value as stale until the next successful read. */
  doubt(): void {
    this.#late = true;
  }

  #ended(running: object): void {
    if (this.#running !== running) return;
    this.#running = undefined;
    this.reading = false;
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    this.reading = true;
    // Negative once the clock was set back.
    const ageMs = Math.max(0, this.#nowMs() - (this.good?.atMs ?? Infinity));
    const late = setTimeout(() => (this.#late = true), Math.max(0, this.#lateAfterMs - ageMs));
    try {
      const value = await this.#read(signal);
      signal.throwIfAborted();
      this.good = { value, atMs: this.#nowMs() };
      this.problem = undefined;
      this.#late = false;
    } catch (error) {
      if (signal.aborted) return;
      this.problem = toAppError(error);
      this.#failedAtMs = this.#nowMs();
    } finally {
      clearTimeout(late);
    }
  }
}

/** Refresh functions of all active {@link pollWhileVisible} calls. */
const polled = new Set<() => void>();

/**
 * Refreshes all polled values now, whatever their interval. When the node is lost, no value may appear current, not
 * even one whose read was in flight; when it is back, values should return without delay.
 */
export const refreshPolled = (): void => polled.forEach((refreshAll) => refreshAll());

/** Number of {@link holdPolling} calls not yet released. */
let holds = 0;

/**
 * Pauses all polling: while the server is unreachable, a single request detects when it is back. Newly polled values
 * are still read once.
 * @returns releases the hold; the caller must then refresh polled values
 */
export function holdPolling(): () => void {
  holds++;
  return () => void holds--;
}

/**
 * Polls the values every `everyMs` while the page is visible, and at once when it becomes visible again. Each value
 * waits for its own response, so a slow endpoint does not delay the others.
 * @param isDue whether to read at an interval; for values whose responses are large
 * @returns stops polling and aborts running reads
 */
export function pollWhileVisible(
  values: readonly Live<unknown>[],
  everyMs: number,
  isDue: () => boolean = () => true
): () => void {
  const abort = new AbortController();
  const whileVisible = (read: (value: Live<unknown>) => Promise<void>) => () => {
    if (document.visibilityState === 'visible') for (const value of values) void read(value);
  };
  const refreshAll = whileVisible((value) => value.refresh(abort.signal));
  const pollAll = whileVisible(async (value) => {
    if (value.isPolled) await value.refresh(abort.signal);
  });
  const refreshAllAnew = whileVisible((value) => value.refreshAnew(abort.signal));
  // Even a value read successfully in a brief moment of recovery is stale while polling is held.
  const doubtAll = () => values.forEach((value) => value.doubt());
  const refreshDue = () => void (isDue() && refreshAll());
  const poll = () => {
    if (holds > 0) doubtAll();
    else if (isDue()) pollAll();
  };
  // Called in an effect, which must not depend on what the reads access.
  untrack(refreshDue);
  polled.add(refreshAllAnew);
  const timer = setInterval(poll, everyMs);
  // Failed values are retried before their next interval, which may be a minute away.
  const retrying = setInterval(() => {
    if (holds > 0) return doubtAll();
    if (document.visibilityState !== 'visible') return;
    for (const value of values) if (value.problem && value.isPolled) void value.refresh(abort.signal);
  }, RETRY_MS);
  if (everyMs <= RETRY_MS) clearInterval(retrying);
  // Also while polling is held: a hidden tab has not noticed that the node is lost.
  document.addEventListener('visibilitychange', refreshDue, { signal: abort.signal });
  return () => {
    polled.delete(refreshAllAnew);
    clearInterval(timer);
    clearInterval(retrying);
    abort.abort();
  };
}

/**
 * Polls the values every `everyMs` while the page is hidden.
 * @returns stops polling and aborts running reads
 */
export function pollWhileHidden(values: readonly Live<unknown>[], everyMs: number): () => void {
  const abort = new AbortController();
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') return;
    for (const value of values) if (value.isPolled) void value.refresh(abort.signal);
  }, everyMs);
  return () => {
    clearInterval(timer);
    abort.abort();
  };
}
