import { CompletionPattern, outlast, retune, type Tuning } from '$lib/mining/grinder/tune';

/**
 * Desired duration of a dispatch. When work becomes stale, the dispatches in flight are wasted: two and a half on
 * average. Shorter dispatches waste less, but lose as much in the gaps between them.
 */
const DISPATCH_MS = 25;
/** If the browser polls for completions every 100 ms, the dispatches in flight must outlast even a late poll. */
const BUNCHED_DISPATCH_MS = 80;
/** Keeps indexes far below 2^32. */
const MAX_NONCES = 1 << 30;
const FIRST_NONCES = 1 << 14;

/** The number of nonces per dispatch, tuned to the durations of those before. */
export class DispatchSize {
  readonly #granularity: number;
  readonly #depth: number;
  readonly #pattern = new CompletionPattern();
  #tuning: Tuning = { nonces: FIRST_NONCES };
  /** Tuning before the browser's last poll of the device, and the time between the last two polls. */
  #poll = { before: this.#tuning, ms: 0 };

  /** @param granularity sizes are multiples of this @param depth number of dispatches in flight */
  constructor(granularity: number, depth: number) {
    this.#granularity = granularity;
    this.#depth = depth;
  }

  get nonces(): number {
    return this.#tuning.nonces;
  }

  /** Tunes after a dispatch of this size. */
  record(nonces: number, dispatchMs: number): void {
    const targetMs = this.#pattern.isBunched ? BUNCHED_DISPATCH_MS : DISPATCH_MS;
    const limits = { targetMs, granularity: this.#granularity, max: MAX_NONCES };
    this.#pattern.record(dispatchMs, targetMs);
    if (this.#pattern.bunch === 1) this.#poll = { before: this.#tuning, ms: dispatchMs };
    this.#tuning = retune(this.#tuning, limits, nonces, dispatchMs);
    if (this.#pattern.bunch === this.#depth) {
      this.#tuning = outlast(this.#tuning, limits, this.#poll.before, this.#poll.ms / this.#depth);
    }
  }
}
