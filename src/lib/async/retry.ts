/** How long to wait before each new attempt: twice as long as before the last one, up to a limit. */
export class Backoff {
  readonly #firstMs: number;
  readonly #mostMs: number;
  #nextMs: number;

  constructor(firstMs: number, mostMs: number) {
    this.#firstMs = this.#nextMs = firstMs;
    this.#mostMs = mostMs;
  }

  /** The wait before the next attempt, in milliseconds. */
  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(2 * ms, this.#mostMs);
    return ms;
  }

  /** An attempt succeeded: the next failure waits briefly again. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
