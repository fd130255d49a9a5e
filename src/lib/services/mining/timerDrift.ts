/** How far the browser slowed down a hidden page. */
export interface Throttling {
  /** Longest interval between two ticks, milliseconds. */
  readonly everyMs: number;
  /** Time that passed in late ticks, milliseconds. */
  readonly lateMs: number;
  /** Hashes completed in that time. */
  readonly hashes: bigint;
}

/** A reading of the page's timer, once a second. */
export interface TimerTick {
  /** Milliseconds, of a clock that stops while the computer sleeps, if there is one. */
  readonly nowMs: number;
  readonly isHidden: boolean;
  /** Hashes so far. */
  readonly hashes: bigint;
}

/** Twice the interval: later than any timer of a visible page, unless the page itself is busy. */
const LATE_MS = 2_000;
/** A single late tick may mean that the computer was asleep. */
const LATE_TICKS_NEEDED = 2;

/** Measures by its own ticks, a second apart, whether the browser slows down the timers of a hidden page. */
export class TimerDrift {
  #last: TimerTick | undefined;
  #late: Throttling | undefined;
  #lateTicks = 0;

  /** Restarts the measurement. */
  start(): void {
    this.#last = undefined;
    this.#late = undefined;
    this.#lateTicks = 0;
  }

  /** @returns the slowdown since {@link start}; undefined while there was none */
  tick(tick: TimerTick): Throttling | undefined {
    const last = this.#last;
    this.#last = tick;
    const elapsedMs = last === undefined ? 0 : tick.nowMs - last.nowMs;
    // Visible pages run late only when they are busy, not because of the browser.
    if (last?.isHidden && elapsedMs >= LATE_MS) {
      const { everyMs, lateMs, hashes } = this.#late ?? { everyMs: 0, lateMs: 0, hashes: 0n };
      this.#lateTicks++;
      this.#late = {
        everyMs: Math.max(everyMs, elapsedMs),
        lateMs: lateMs + elapsedMs,
        hashes: hashes + tick.hashes - last.hashes
      };
    }
    return this.#lateTicks >= LATE_TICKS_NEEDED ? this.#late : undefined;
  }
}
