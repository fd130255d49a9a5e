/**
 * Exponential backoff with jitter: each delay is twice the previous one, up to a maximum, and randomly shortened by up
 * to half. Without jitter, all clients of a restarting server would return at the same moment.
 */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  readonly #random: () => number;
  #nextMs: number;

  /** @param random in [0, 1) */
  constructor(firstMs: number, maxMs: number, random: () => number = Math.random) {
    this.#firstMs = this.#nextMs = firstMs;
    this.#maxMs = maxMs;
    this.#random = random;
  }

  /** Delay before the next attempt, in milliseconds. */
  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(2 * ms, this.#maxMs);
    return ms * (1 - this.#random() / 2);
  }

  /** Resets the delay after a successful attempt. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
