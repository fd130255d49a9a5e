import { toAppError, type AppError } from '$lib/errors';
import type { Scheduler } from '$lib/async/scheduler';
import type { WorkInvalidation } from '../work/workSource';
import { PoolAwayError, PoolFloodError } from './errors';
import { StratumConnection, type PoolLink } from './stratumConnection';

/** State of the connection to the pool. */
export interface PoolStatus {
  readonly step: 'connecting' | 'ready' | 'away';
  /** Current share difficulty; undefined until the pool sends it. */
  readonly difficulty?: number;
  /** The pool's latest message to users. */
  readonly message?: string;
}

export interface PoolOptions {
  /** Opens a connection. @throws {AppError} the pool cannot be reached */
  readonly open: (signal: AbortSignal) => Promise<PoolLink>;
  /** Worker name on the pool. */
  readonly worker: string;
  readonly scheduler: Scheduler;
  readonly onChange?: (status: PoolStatus) => void;
  /** Pause before reconnecting to a pool that flooded the page, milliseconds. @default 30_000 */
  readonly floodPauseMs?: number;
}

const FLOOD_PAUSE_MS = 30_000;
/** How long `ready` waits for a job before it throws. */
const WORK_TIMEOUT_MS = 10_000;

/** One connection to a pool after another: each call of `follow` opens the next. */
export class PoolConnector {
  /** The open connection. */
  current: StratumConnection | undefined;

  readonly #options: PoolOptions;
  #lastError: AppError | undefined;
  /** The error that `ready` has thrown last. */
  #thrownError: AppError | undefined;
  #pausedUntilMs = -Infinity;
  #waiters: (() => void)[] = [];
  #reported: PoolStatus | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Resolves with the connection once it has a job. @throws {AppError} why there is none */
  async ready(signal: AbortSignal): Promise<StratumConnection> {
    const { scheduler } = this.#options;
    const deadlineMs = scheduler.now() + WORK_TIMEOUT_MS;
    for (;;) {
      if (this.current?.isReady) return this.current;
      // Each error is thrown once, also that of a connection which ended after it was ready: the next attempt may succeed.
      const isPaused = scheduler.now() < this.#pausedUntilMs;
      if (this.#lastError && (isPaused || this.#lastError !== this.#thrownError))
        throw (this.#thrownError = this.#lastError);
      const leftMs = deadlineMs - scheduler.now();
      if (leftMs <= 0) throw this.#lastError ?? new PoolAwayError('timeout');
      const woken = new AbortController();
      const sleeping = scheduler.sleep(leftMs, AbortSignal.any([signal, woken.signal]));
      await Promise.race([new Promise<void>((resolve) => this.#waiters.push(resolve)), sleeping]);
      woken.abort();
      signal.throwIfAborted();
    }
  }

  /** Opens a connection and follows it until it ends. @throws {AppError} why it ended */
  async *follow(signal: AbortSignal): AsyncGenerator<WorkInvalidation> {
    const { open, worker, scheduler, floodPauseMs = FLOOD_PAUSE_MS } = this.#options;
    const pauseMs = this.#pausedUntilMs - scheduler.now();
    if (pauseMs > 0) await scheduler.sleep(pauseMs, signal);
    this.#report('connecting');
    try {
      const link = await open(signal);
      this.current = new StratumConnection(link, worker, scheduler);
      yield* this.#run(this.current, signal);
    } catch (error) {
      this.#lastError = toAppError(error);
      if (this.#lastError instanceof PoolFloodError) this.#pausedUntilMs = scheduler.now() + floodPauseMs;
      throw this.#lastError;
    } finally {
      this.current = undefined;
      this.#report('away');
    }
  }

  async *#run(connection: StratumConnection, signal: AbortSignal): AsyncGenerator<WorkInvalidation> {
    const stop = () => void connection.finish();
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (signal.aborted) stop();
      let wasReady = false;
      for await (const update of connection.run()) {
        this.#report(connection.isReady ? 'ready' : 'connecting');
        if (update !== 'changed') yield update;
        if (wasReady || !connection.isReady) continue;
        wasReady = true;
        this.#lastError = undefined;
        // Lets the caller reset its backoff: this attempt has succeeded.
        yield 'better';
      }
    } finally {
      signal.removeEventListener('abort', stop);
      connection.close();
    }
  }

  #report(step: PoolStatus['step']): void {
    this.#wake();
    const difficulty = step === 'ready' ? this.current?.difficulty : undefined;
    const message = this.current?.message || undefined;
    const before = this.#reported;
    // Most lines from a pool change nothing on the page.
    if (before?.step === step && before.difficulty === difficulty && before.message === message) return;
    this.#reported = {
      step,
      ...(difficulty !== undefined && { difficulty }),
      ...(message !== undefined && { message })
    };
    this.#options.onChange?.(this.#reported);
  }

  #wake(): void {
    const woken = this.#waiters;
    this.#waiters = [];
    for (const resume of woken) resume();
  }
}
