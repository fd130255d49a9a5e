/** Part of a job's range, by index. */
export interface Piece {
  readonly from: bigint;
  readonly count: number;
  /** It has the size that the tuning chose, so its duration is used for tuning. */
  readonly isFullSize: boolean;
}

/** The pieces of a range that are still to be dispatched. */
export class Pieces {
  readonly #count: bigint;
  /** First index that has not been dispatched yet. */
  #next = 0n;
  readonly #retries: Piece[] = [];

  /** @param count of nonces in the range */
  constructor(count: bigint) {
    this.#count = count;
  }

  get isEmpty(): boolean {
    return this.#retries.length === 0 && this.#next >= this.#count;
  }

  /**
   * The next piece; undefined if there is none.
   * @param fullSize the size that the tuning chose @param max the most that may be dispatched
   */
  take(fullSize: number, max: number): Piece | undefined {
    const retry = this.#retries.pop();
    if (retry) return retry;
    const left = this.#count - this.#next;
    if (left <= 0n) return undefined;
    const most = Math.min(fullSize, max);
    const count = left < BigInt(most) ? Number(left) : most;
    const piece = { from: this.#next, count, isFullSize: count === fullSize };
    this.#next += BigInt(count);
    return piece;
  }

  /** Returns a piece, to be searched again in halves: it had more hits than a dispatch can report. */
  splitAgain({ from, count }: Piece): void {
    const half = Math.ceil(count / 2);
    this.#retries.push(
      { from: from + BigInt(half), count: count - half, isFullSize: false },
      { from, count: half, isFullSize: false }
    );
  }
}
