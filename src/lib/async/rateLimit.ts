import type { Scheduler } from './scheduler';

/** A maximum rate. */
export interface Rate {
  readonly perSecond: number;
  /** Events allowed at once after a pause. */
  readonly burst: number;
}

/** Token bucket: `burst` events at once, `perSecond` on average. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  #tokens: number;
  #filledAtMs: number;

  /** @param nowMs a monotonic clock in milliseconds */
  constructor(rate: Rate, nowMs: () => number) {
    this.#rate = rate;
    this.#nowMs = nowMs;
    this.#tokens = rate.burst;
    this.#filledAtMs = nowMs();
  }

  /** Counts an event. Returns false, and counts nothing, if the limit is exceeded. */
  take(cost = 1): boolean {
    this.#fill();
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }

  /** Counts an event as soon as it is allowed, or returns when the signal aborts. */
  async wait(scheduler: Pick<Scheduler, 'sleep'>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.take()) {
      await scheduler.sleep(Math.ceil(((1 - this.#tokens) * 1000) / this.#rate.perSecond), signal);
    }
  }

  #fill(): void {
    const nowMs = this.#nowMs();
    const passedMs = Math.max(0, nowMs - this.#filledAtMs);
    this.#filledAtMs = nowMs;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + (passedMs * this.#rate.perSecond) / 1000);
  }
}
