/** Counts responses by the first digit of their status. */
export class ResponseCounts {
  // All from the start: a counter that appears with its first event hides that event from rates.
  readonly #counts = new Map(['1xx', '2xx', '3xx', '4xx', '5xx'].map((name) => [name, 0]));

  count(status: number): void {
    const name = `${Math.floor(status / 100)}xx`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** By class, such as `2xx`. */
  get all(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts];
  }
}
