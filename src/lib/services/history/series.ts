import { TIERS, type Sample, type SampleTier } from './samples';
import { rateBetween } from './counterRates';

/**
 * The sampled series, in the base units of the API: hastings, bytes, blocks, counts. A `.since` (milliseconds since
 * 1970) is the start of the counters next to it, which are reset when the daemon restarts.
 */
export const SERIES = [
  'chain.height',
  'chain.difficulty',
  'gateway.peersIn',
  'gateway.peersOut',
  'gateway.download',
  'gateway.upload',
  'gateway.since',
  'host.contracts',
  'host.earned',
  'host.potential',
  'host.locked',
  'host.risked',
  'host.lost',
  'host.used',
  'host.capacity',
  'host.download',
  'host.upload',
  'host.since',
  'renter.contracts',
  'renter.allocated',
  'renter.unspent',
  'renter.fees',
  'renter.storage',
  'renter.upload',
  'renter.download',
  'renter.accounts',
  'renter.maintenance'
] as const;
export type SeriesName = (typeof SERIES)[number];

/** Time range of a chart. */
export const RANGES = ['1h', '1d', '1w', '30d', 'all'] as const;
export type HistoryRange = (typeof RANGES)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SPAN_MS: Readonly<Record<HistoryRange, number>> = {
  '1h': HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  all: Infinity
};

/** The finest tier that covers a range. `beginMs` is the time of the first sample. */
export function tierOf(range: HistoryRange, nowMs: number, beginMs = nowMs): { tier: SampleTier; sinceMs: number } {
  const sinceMs = Math.max(nowMs - SPAN_MS[range], beginMs);
  const tiers: readonly SampleTier[] = ['minute', 'hour'];
  const fine = tiers.find((tier) => nowMs - sinceMs <= TIERS[tier].everyMs * TIERS[tier].kept);
  return { tier: fine ?? 'day', sinceMs };
}

/** Gaps of more than this many intervals mean that Quarry was closed. */
const GAP_INTERVALS = 2.5;

/** How a series is drawn: its values, or the rate of a counter. */
export interface LineSource {
  readonly series: SeriesName;
  /** Base units per chart unit, for values; 1 by default. */
  readonly unit?: bigint;
  /** Draws the rate of a counter, in units per second; a change of this series marks a restart of the counter. */
  readonly since?: SeriesName;
}

/** Chart columns: seconds since 1970, then one column per line. Null is a gap. */
export function columnsOf(
  samples: readonly Sample[],
  tier: SampleTier,
  lines: readonly LineSource[]
): [time: number[], ...lines: (number | null)[][]] {
  const gapMs = TIERS[tier].everyMs * GAP_INTERVALS;
  const times: number[] = [];
  const columns = lines.map((): (number | null)[] => []);
  samples.forEach((sample, i) => {
    const before = samples[i - 1];
    const gap = before !== undefined && sample.atMs - before.atMs > gapMs;
    if (gap) {
      times.push((before.atMs + TIERS[tier].everyMs) / 1000);
      for (const column of columns) column.push(null);
    }
    times.push(sample.atMs / 1000);
    lines.forEach((line, j) => columns[j]!.push(valueOf(line, sample, gap ? undefined : before)));
  });
  return [times, ...columns];
}

function valueOf({ series, unit = 1n, since }: LineSource, sample: Sample, before: Sample | undefined): number | null {
  const value = sample.values[series];
  if (value === undefined) return null;
  if (since === undefined) return quotient(value, unit);
  const earlier = before?.values[series];
  if (before === undefined || earlier === undefined) return null;
  const reading = ({ atMs, values }: Sample, total: bigint) => ({ atMs, total, since: String(values[since] ?? '') });
  return rateBetween(reading(before, earlier), reading(sample, value)) ?? null;
}

/** For display: nine decimals in the chart's unit. */
const PRECISION = 1_000_000_000n;
const quotient = (value: bigint, unit: bigint): number =>
  unit === 1n ? Number(value) : Number((value * PRECISION) / unit) / Number(PRECISION);
