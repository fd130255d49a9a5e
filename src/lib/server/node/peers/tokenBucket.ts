import type { Scheduler } from '$lib/async/scheduler';

/** Time until a changed limit takes effect. */
const MAX_WAIT_MS = 1_000;

/**
 * A rate limit in bytes, served in order. Bursts of up to one second's worth may pass; a piece larger than what is left
 * passes, too, and delays the next one.
 */
export class TokenBucket {
  readonly #perSecond: () => number;
  readonly #clock: Pick<Scheduler, 'now' | 'sleep'>;
  readonly #signal: AbortSignal;
  #available = 0;
  #atMs = -Infinity;
  #queue: Promise<void> = Promise.resolve();

  /**
   * @param perSecond bytes; 0 for no limit. Called again for every piece
   * @param signal ends all waiting and limits: where they are stored may be closed by then
   */
  constructor(perSecond: () => number, clock: Pick<Scheduler, 'now' | 'sleep'>, signal: AbortSignal) {
    this.#perSecond = perSecond;
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Resolves when the bytes may pass; undefined if they may at once. */
  take(bytes: number): Promise<void> | undefined {
    if (this.#signal.aborted || this.#perSecond() === 0) return undefined;
    return (this.#queue = this.#queue.then(() => this.#wait(bytes)));
  }

  async #wait(bytes: number): Promise<void> {
    for (;;) {
      if (this.#signal.aborted) return;
      const perSecond = this.#perSecond();
      if (perSecond === 0) return;
      const now = this.#clock.now();
      this.#available = Math.min(perSecond, this.#available + ((now - this.#atMs) * perSecond) / 1_000);
      this.#atMs = now;
      if (this.#available > 0) {
        this.#available -= bytes;
        return;
      }
      const missingMs = ((1 - this.#available) / perSecond) * 1_000;
      await this.#clock.sleep(Math.min(MAX_WAIT_MS, missingMs), this.#signal);
    }
  }
}
