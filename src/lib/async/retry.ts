/** Exponential backoff: each delay is twice the previous one, up to a maximum. */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor(firstMs: number, maxMs: number) {
    this.#firstMs = this.#nextMs = firstMs;
    this.#maxMs = maxMs;
  }

  /** Delay before the next attempt, in milliseconds. */
  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(2 * ms, this.#maxMs);
    return ms;
  }

  /** Resets the delay after a successful attempt. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
