/** Shares of so long ago count no more, milliseconds. */
const WINDOW_MS = 10 * 60_000;

/**
 * The hash rate that accepted shares prove: each stands for the hashes it took on average. It swings with luck: over n
 * shares by about one part in the square root of n.
 */
export class ShareRate {
  #shares: { atMs: number; hashes: number }[] = [];
  #beganMs = 0;

  begin(nowMs: number): void {
    this.#shares = [];
    this.#beganMs = nowMs;
  }

  /** @param hashes expected hashes of a share of that difficulty */
  add(hashes: number, nowMs: number): void {
    this.#shares.push({ atMs: nowMs, hashes });
  }

  /** Hashes per second over the last ten minutes, or since the beginning; 0 before the first share. */
  rate(nowMs: number): number {
    const fromMs = Math.max(this.#beganMs, nowMs - WINDOW_MS);
    while (this.#shares[0] && this.#shares[0].atMs < fromMs) this.#shares.shift();
    if (nowMs <= fromMs) return 0;
    return this.#shares.reduce((sum, { hashes }) => sum + hashes, 0) / ((nowMs - fromMs) / 1000);
  }
}
