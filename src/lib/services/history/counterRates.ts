/** What a counter said at one moment. */
export interface CounterReading {
  /** When it was read, milliseconds since 1970. */
  readonly atMs: number;
  /** Counted since the counter began. */
  readonly total: bigint;
  /** Tells one run of the counter from the next: the moment it began, or any other text. */
  readonly since: string;
}

/**
 * The mean speed between two readings, in units per second. Undefined when the counter began anew between them, because
 * then nobody knows what was counted before, and when no time has passed.
 */
export function rateBetween(before: CounterReading, after: CounterReading): number | undefined {
  const seconds = (after.atMs - before.atMs) / 1000;
  const restarted = after.since !== before.since || after.total < before.total;
  return restarted || seconds <= 0 ? undefined : Number(after.total - before.total) / seconds;
}
