/** Sampling intervals. */
export type SampleTier = 'minute' | 'hour' | 'day';

export const MINUTE_MS = 60_000;

export const HOUR_MS = 60 * MINUTE_MS;

export const DAY_MS = 24 * HOUR_MS;

/** Bucket length and retention by tier: minutes for a day, hours for a month, days for ten years. */
export const TIERS: Readonly<Record<SampleTier, { readonly everyMs: number; readonly kept: number }>> = {
  minute: { everyMs: MINUTE_MS, kept: 24 * 60 },
  hour: { everyMs: HOUR_MS, kept: 31 * 24 },
  day: { everyMs: DAY_MS, kept: 3_653 }
};

/** The values at one time; those that could not be read are absent. */
export interface Sample {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly values: Readonly<Record<string, bigint>>;
}
