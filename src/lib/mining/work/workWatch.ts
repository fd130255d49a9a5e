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
/** Where new tips are told, asking is a precaution. */
const TOLD_TIP_POLL_MS = 10_000;
/** A daemon renews its source block every 30 s; older work lacks the newest transactions. */
const WORK_MAX_AGE_MS = 30_000;

/** Watches whether a unit of work is still the best there is; aborts its search when not. */
export class WorkWatch {
  /** Fresh work on the same tip, fetched while the old was still searched. */
  next: WorkUnit | undefined;
  readonly signal: AbortSignal;
  readonly #over = new AbortController();
  readonly #work: WorkUnit;
  readonly #options: WatchOptions;
  readonly #startedAtMs: number;
  #lookedAtMs: number;
  #looking = false;
  #isTold = false;

  constructor(work: WorkUnit, options: WatchOptions) {
    this.#work = work;
    this.#options = options;
    this.#startedAtMs = this.#lookedAtMs = options.scheduler.now();
    this.signal = AbortSignal.any([options.signal, this.#over.signal]);
  }

  /** Hears of a tip; undefined when nothing is told any more. */
  hear(tip: ChainIndex | undefined): void {
    this.#isTold = tip !== undefined;
    // What was told before this work was handed out says nothing about it.
    if (tip && tip.height >= this.#work.height - 1 && tip.id !== this.#work.decoded.parentId) this.#over.abort();
  }

  /** Hears what became of this work; undefined when nothing is told any more. */
  onWorkUpdate(news: WorkInvalidation | undefined, notice: (error: AppError | undefined) => void): void {
    this.#isTold = news !== undefined;
    if (news === 'over') this.#over.abort();
    if (news === 'better') this.#run(() => this.#renew(), notice);
  }

  /** Asks for the tip, or for fresh work when this is old; at most once a second, never twice at a time. */
  look(notice: (error: AppError | undefined) => void): void {
    const { source, scheduler } = this.#options;
    // A pool tells when its work is over, and nobody else knows.
    if (isShareSource(source)) return;
    const nowMs = scheduler.now();
    if (nowMs - this.#lookedAtMs < (this.#isTold ? TOLD_TIP_POLL_MS : TIP_POLL_MS)) return;
    this.#lookedAtMs = nowMs;
    this.#run(() => this.#refresh(source, nowMs), notice);
  }

  #run(refresh: () => Promise<void>, notice: (error: AppError | undefined) => void): void {
    if (this.#looking) return;
    this.#looking = true;
    refresh()
      .then(
        () => notice(undefined),
        // The search goes on meanwhile: its work may well still be good.
        (error: unknown) => {
          if (!this.signal.aborted) notice(toAppError(error));
        }
      )
      .finally(() => (this.#looking = false));
  }

  close(): void {
    this.#over.abort();
  }

  async #refresh(source: WorkSource, nowMs: number): Promise<void> {
    const tip = await source.getTip(this.signal);
    if (tip.id !== this.#work.decoded.parentId) this.#over.abort();
    else if (nowMs - this.#startedAtMs >= WORK_MAX_AGE_MS) await this.#renew();
  }

  async #renew(): Promise<void> {
    this.next = await this.#options.source.getWork(this.signal);
    this.#over.abort();
  }
}
