/** A reading of a counter. */
export interface CounterReading {
  /** When it was read, milliseconds since 1970. */
  readonly atMs: number;
  /** Total since the counter's start. */
  readonly total: bigint;
  /** Identifies the run of the counter: its start time, or any other text. */
  readonly since: string;
}

/**
 * Average rate between two readings, in units per second. Undefined if the counter was reset in between, or if no time
 * has passed.
 */
export function rateBetween(before: CounterReading, after: CounterReading): number | undefined {
  const seconds = (after.atMs - before.atMs) / 1000;
  const restarted = after.since !== before.since || after.total < before.total;
  return restarted || seconds <= 0 ? undefined : Number(after.total - before.total) / seconds;
}
