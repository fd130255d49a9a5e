/** Means over the last second, minute and hour, in hashes per second. */
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

/**
 * Hash rate from completed dispatches only. A dispatch's hashes are spread evenly over the time it took, so that a
 * dispatch of 200 ms across a second's edge does not show as a spike; work in flight counts for nothing.
 */
export class HashRateMeter {
  // One bucket a second, oldest first, at most an hour of them.
  #buckets: Bucket[] = [];
  #startedAtMs: number | undefined;
  /** Begin of the first dispatch since the latest `begin`. */
  #runningSinceMs: number | undefined;

  /** A new run: the pause before it is shown in the history and left out of the means. */
  begin(): void {
    this.#runningSinceMs = undefined;
  }

  /**
   * Counts finished work.
   * @param hashes hashes finished @param startedAtMs when they were begun @param completedAtMs when they were done
   */
  add(hashes: number, startedAtMs: number, completedAtMs: number): void {
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

  /** Means over the time this run has really taken: a minute's mean 10 s after its start is a mean over 10 s. */
  rates(nowMs: number): HashRates {
    return { second: this.#mean(nowMs, 1), minute: this.#mean(nowMs, 60), hour: this.#mean(nowMs, HOUR_SECONDS) };
  }

  /** Hashes of each finished second since the start, at most an hour, oldest first; seconds without work are zero. */
  history(nowMs: number): { second: number; hashes: number }[] {
    if (this.#startedAtMs === undefined) return [];
    const end = Math.floor(nowMs / 1000);
    const begin = Math.max(Math.floor(this.#startedAtMs / 1000), end - HOUR_SECONDS);
    const bySecond = new Map(this.#buckets.map(({ second, hashes }) => [second, hashes]));
    return Array.from({ length: Math.max(0, end - begin) }, (_, i) => ({
      second: begin + i,
      hashes: bySecond.get(begin + i) ?? 0
    }));
  }

  #mean(nowMs: number, seconds: number): number {
    if (this.#runningSinceMs === undefined) return 0;
    const end = Math.floor(nowMs / 1000);
    // Only whole seconds count: the one it began in was not all work, and the current one is still filling.
    const begin = Math.max(end - seconds, Math.ceil(this.#runningSinceMs / 1000));
    if (end <= begin) return 0;
    let hashes = 0;
    for (let i = this.#buckets.length - 1; i >= 0; i--) {
      const bucket = this.#buckets[i]!;
      if (bucket.second < begin) break;
      if (bucket.second < end) hashes += bucket.hashes;
    }
    return hashes / (end - begin);
  }

  #addToSecond(second: number, hashes: number): void {
    const last = this.#buckets.at(-1);
    if (last === undefined || last.second < second) {
      this.#buckets.push({ second, hashes });
      if (this.#buckets.length > HOUR_SECONDS + 60) this.#buckets.splice(0, 60);
      return;
    }
    // Two engines may finish slightly out of order: the second is one of the newest few.
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
