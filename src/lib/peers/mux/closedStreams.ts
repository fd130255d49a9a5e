/** Ids are remembered for at least this long, and at most twice as long. */
const RETENTION_MS = 60_000;
/** Maximum late frames per stream. */
const MAX_LATE_FRAMES = 999;
/** Maximum ids before the oldest are forgotten early: memory must not grow with the number of calls. */
const MAX_IDS = 65_536;

/** Streams that we closed while the peer may still be sending. Their late frames are dropped for a while. */
export class ClosedStreams {
  readonly #now: () => number;
  /** Late frames by stream id. */
  #recent = new Map<number, number>();
  #older = new Map<number, number>();
  #recentSince: number;

  /** @param now in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
    this.#recentSince = now();
  }

  add(id: number): void {
    this.#expire();
    this.#recent.set(id, 0);
  }

  /** Whether the stream was closed recently. */
  has(id: number): boolean {
    this.#expire();
    return this.#recent.has(id) || this.#older.has(id);
  }

  /** Counts a late frame and returns whether there have been too many. */
  countLate(id: number): boolean {
    const ids = this.#recent.has(id) ? this.#recent : this.#older;
    const count = (ids.get(id) ?? 0) + 1;
    ids.set(id, count);
    return count > MAX_LATE_FRAMES;
  }

  /** The peer has ended the stream as well, so no more frames will arrive. */
  delete(id: number): void {
    this.#recent.delete(id);
    this.#older.delete(id);
  }

  #expire(): void {
    const age = this.#now() - this.#recentSince;
    if (age < RETENTION_MS && this.#recent.size < MAX_IDS / 2) return;
    this.#older = age < 2 * RETENTION_MS ? this.#recent : new Map();
    this.#recent = new Map();
    this.#recentSince = this.#now();
  }
}
