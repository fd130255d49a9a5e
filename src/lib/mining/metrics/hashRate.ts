/** Averages over the last second, minute and hour, in hashes per second. */
export interface HashRates {
  readonly second: number;
  readonly minute: number;
  readonly hour: number;
}

interface Bucket {
  /** Whole second, `floor(ms / 1000)`. */
  second: number;
  hashes: number;
}

const HOUR_SECONDS = 3600;
/** Two engines report out of order by less than this. */
const SET_BACK_SECONDS = 60;

/**
 * Hash rate from completed dispatches only. The hashes of a dispatch are spread evenly over its duration, so that a
 * dispatch of 200 ms across a second boundary causes no spike; work in flight is not counted.
 */
export class HashRateMeter {
  // One bucket per second, oldest first, for at most an hour.
  #buckets: Bucket[] = [];
  #startedAtMs: number | undefined;
  /** Start of the first dispatch since the latest `start`. */
  #runningSinceMs: number | undefined;

  /** Starts a new run: the pause before it appears in the history and is excluded from the averages. */
  start(): void {
    this.#runningSinceMs = undefined;
  }

  /** Records completed work; times in milliseconds since 1970. */
  add(hashes: number, startedAtMs: number, completedAtMs: number): void {
    if (this.#isSetBack(completedAtMs)) this.#clear();
    this.#startedAtMs ??= startedAtMs;
    this.#runningSinceMs ??= startedAtMs;
    const durationMs = completedAtMs - startedAtMs;
    if (durationMs <= 0) return this.#addToSecond(Math.floor(completedAtMs / 1000), hashes);
    for (let fromMs = startedAtMs; fromMs < completedAtMs;) {
      const second = Math.floor(fromMs / 1000);
      const toMs = Math.min((second + 1) * 1000, completedAtMs);
      this.#addToSecond(second, (hashes * (toMs - fromMs)) / durationMs);
      fromMs = toMs;
    }
  }

  /** Averages over the actual duration of this run: 10 s after its start, the one-minute average covers 10 s. */
  rates(nowMs: number): HashRates {
    return { second: this.#mean(nowMs, 1), minute: this.#mean(nowMs, 60), hour: this.#mean(nowMs, HOUR_SECONDS) };
  }

  /** Hashes of each completed second since the start, at most one hour, oldest first; seconds without work are zero. */
  history(nowMs: number): { second: number; hashes: number }[] {
    if (this.#startedAtMs === undefined) return [];
    const endSecond = Math.floor(nowMs / 1000);
    const start = Math.max(Math.floor(this.#startedAtMs / 1000), endSecond - HOUR_SECONDS);
    const bySecond = new Map(this.#buckets.map(({ second, hashes }) => [second, hashes]));
    return Array.from({ length: Math.max(0, endSecond - start) }, (_, i) => ({
      second: start + i,
      hashes: bySecond.get(start + i) ?? 0
    }));
  }

  /** Whether the computer's clock was set back, which leaves recorded times in the future. */
  #isSetBack(nowMs: number): boolean {
    const newest = this.#buckets.at(-1);
    return newest !== undefined && newest.second - Math.floor(nowMs / 1000) > SET_BACK_SECONDS;
  }

  #clear(): void {
    this.#buckets = [];
    this.#startedAtMs = this.#runningSinceMs = undefined;
  }

  #mean(nowMs: number, seconds: number): number {
    if (this.#runningSinceMs === undefined) return 0;
    const endSecond = Math.floor(nowMs / 1000);
    // Whole seconds only: the run's first second is partial, and the current one is incomplete.
    const start = Math.max(endSecond - seconds, Math.ceil(this.#runningSinceMs / 1000));
    if (endSecond <= start) return 0;
    let hashes = 0;
    for (let i = this.#buckets.length - 1; i >= 0; i--) {
      const bucket = this.#buckets[i]!;
      if (bucket.second < start) break;
      if (bucket.second < endSecond) hashes += bucket.hashes;
    }
    return hashes / (endSecond - start);
  }

  #addToSecond(second: number, hashes: number): void {
    const last = this.#buckets.at(-1);
    if (last === undefined || last.second < second) {
      this.#buckets.push({ second, hashes });
      if (this.#buckets.length > HOUR_SECONDS + 60) this.#buckets.splice(0, 60);
      return;
    }
    // Two engines may report slightly out of order: the bucket is among the newest.
    for (let i = this.#buckets.length - 1; i >= 0; i--) {
      const bucket = this.#buckets[i]!;
      if (bucket.second === second) {
        bucket.hashes += hashes;
        return;
      }
      if (bucket.second < second) {
        this.#buckets.splice(i + 1, 0, { second, hashes });
        return;
      }
    }
    this.#buckets.unshift({ second, hashes });
  }
}
