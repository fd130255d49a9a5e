/** Averaging window, milliseconds. */
const WINDOW_MS = 10 * 60_000;

/**
 * Hash rate estimated from accepted shares: each counts for the hashes it takes on average. The relative error over n
 * shares is about 1 / sqrt(n).
 */
export class ShareRate {
  #shares: { atMs: number; hashes: number }[] = [];
  #startedAtMs = 0;

  start(nowMs: number): void {
    this.#shares = [];
    this.#startedAtMs = nowMs;
  }

  /** @param hashes expected hashes of a share of that difficulty */
  add(hashes: number, nowMs: number): void {
    this.#shares.push({ atMs: nowMs, hashes });
  }

  /** Hashes per second over the last ten minutes, or since the start if that is later; 0 before the first share. */
  rate(nowMs: number): number {
    const fromMs = Math.max(this.#startedAtMs, nowMs - WINDOW_MS);
    while (this.#shares[0] && this.#shares[0].atMs < fromMs) this.#shares.shift();
    if (nowMs <= fromMs) return 0;
    return this.#shares.reduce((sum, { hashes }) => sum + hashes, 0) / ((nowMs - fromMs) / 1000);
  }
}
