import type { ChainIndex } from '$lib/chain/element/elements';
import { toAppError, type AppError } from '$lib/errors';
import type { Scheduler } from '$lib/async/scheduler';
import { isShareSource, type ShareSource, type WorkInvalidation, type WorkSource } from './workSource';
import type { WorkUnit } from './workUnit';

interface WatchOptions {
  readonly source: WorkSource | ShareSource;
  readonly scheduler: Scheduler;
  /** Ends the search from outside. */
  readonly signal: AbortSignal;
}

const TIP_POLL_MS = 1000;
/** While tips are streamed, polling is only a precaution. */
const STREAMING_TIP_POLL_MS = 10_000;
/** A daemon renews its block template every 30 s; older work lacks the newest transactions. */
const WORK_MAX_AGE_MS = 30_000;

/** Work, and how long its source took to provide it. */
export interface ReceivedWork {
  readonly work: WorkUnit;
  readonly latencyMs: number;
}

/** Requests work, and measures how long the source takes to respond. */
export async function requestWork(
  source: WorkSource | ShareSource,
  { now }: Pick<Scheduler, 'now'>,
  signal: AbortSignal
): Promise<ReceivedWork> {
  const askedAtMs = now();
  const work = await source.getWork(signal);
  return { work, latencyMs: now() - askedAtMs };
}

/** Checks whether a unit of work is still current; aborts its search when it is not. */
export class WorkWatch {
  /** Fresh work on the same tip, fetched while the previous was searched. */
  next: ReceivedWork | undefined;
  readonly signal: AbortSignal;
  readonly #over = new AbortController();
  readonly #work: WorkUnit;
  readonly #options: WatchOptions;
  readonly #startedAtMs: number;
  #polledAtMs: number;
  #isRefreshing = false;
  #isStreaming = false;

  constructor(work: WorkUnit, options: WatchOptions) {
    this.#work = work;
    this.#options = options;
    this.#startedAtMs = this.#polledAtMs = options.scheduler.now();
    this.signal = AbortSignal.any([options.signal, this.#over.signal]);
  }

  /** Handles a streamed tip; undefined when the stream has ended. */
  onTip(tip: ChainIndex | undefined): void {
    this.#isStreaming = tip !== undefined;
    // A tip below the work's parent was streamed before this work was issued.
    if (tip && tip.height >= this.#work.height - 1 && tip.id !== this.#work.decoded.parentId) this.#over.abort();
  }

  /** Handles an update on issued work; undefined when the stream has ended. */
  onWorkUpdate(update: WorkInvalidation | undefined, notice: (error: AppError | undefined) => void): void {
    this.#isStreaming = update !== undefined;
    if (update === 'over') this.drop();
    if (update === 'better') this.#run(() => this.#renew(), notice);
  }

  /** Polls the tip, and fetches fresh work when this is old; at most once a second, one request at a time. */
  poll(notice: (error: AppError | undefined) => void): void {
    const { source, scheduler } = this.#options;
    // Only the pool can invalidate its work, and it streams invalidations.
    if (isShareSource(source)) return;
    const nowMs = scheduler.now();
    if (nowMs - this.#polledAtMs < (this.#isStreaming ? STREAMING_TIP_POLL_MS : TIP_POLL_MS)) return;
    this.#polledAtMs = nowMs;
    this.#run(() => this.#refresh(source, nowMs), notice);
  }

  #run(refresh: () => Promise<void>, notice: (error: AppError | undefined) => void): void {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    refresh()
      .then(
        () => notice(undefined),
        // The search continues: its work may still be valid.
        (error: unknown) => {
          if (!this.signal.aborted) notice(toAppError(error));
        }
      )
      .finally(() => (this.#isRefreshing = false));
  }

  close(): void {
    this.#over.abort();
  }

  /** Ends the search, and discards fresh work: all work issued so far is worthless. */
  drop(): void {
    this.next = undefined;
    this.close();
  }

  async #refresh(source: WorkSource, nowMs: number): Promise<void> {
    const tip = await source.getTip(this.signal);
    if (tip.id !== this.#work.decoded.parentId) this.#over.abort();
    else if (nowMs - this.#startedAtMs >= WORK_MAX_AGE_MS) await this.#renew();
  }

  async #renew(): Promise<void> {
    const { source, scheduler } = this.#options;
    const next = await requestWork(source, scheduler, this.signal);
    // Invalidated while it was being fetched.
    if (this.signal.aborted) return;
    this.next = next;
    this.close();
  }
}
