import { hastings, sumHastings, type Hastings } from '$lib/chain/currency/currency';
import { estimateMs, type ChainClock } from './blockDates';
import type { ContractRow } from './obligations';

/** The payout of an open contract if it succeeds. */
export interface ExpectedPayout {
  readonly id: string;
  /** First height of the proof window. */
  readonly fromHeight: number;
  /** Proof deadline: the payout comes no later. */
  readonly byHeight: number;
  /** Estimated time of that block, milliseconds since 1970. */
  readonly byMs: number;
  readonly revenue: Hastings;
  /** Returned collateral. */
  readonly collateral: Hastings;
}

/** Payouts of open contracts, soonest first, without stale ones, whose deadline has passed. */
export function expectedPayouts(rows: readonly ContractRow[], clock: ChainClock): readonly ExpectedPayout[] {
  return rows
    .filter(({ state }) => state === 'open')
    .map(({ id, obligation, revenue }) => ({
      id,
      fromHeight: obligation.expirationHeight,
      byHeight: obligation.proofDeadline,
      byMs: estimateMs(clock, obligation.proofDeadline),
      revenue: revenue.total,
      collateral: obligation.lockedCollateral
    }))
    .sort((a, b) => a.byHeight - b.byHeight || (a.id < b.id ? -1 : 1));
}

export type Period = 'week' | 'month';

/** The payouts of one week or month. */
export interface PayoutPeriod {
  /** Start of the period in the local time zone, milliseconds since 1970. */
  readonly startMs: number;
  readonly contracts: number;
  readonly revenue: Hastings;
  readonly collateral: Hastings;
}

/** Start of the week (Monday) or month that contains a time, in the local time zone. */
export function startOf(period: Period, ms: number): number {
  const at = new Date(ms);
  if (period === 'month') return new Date(at.getFullYear(), at.getMonth(), 1).getTime();
  const sinceMonday = (at.getDay() + 6) % 7;
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() - sinceMonday).getTime();
}

/** The period after the one that starts at `startMs`, by the calendar, so that daylight saving time has no effect. */
function following(period: Period, startMs: number): number {
  const at = new Date(startMs);
  return period === 'month'
    ? new Date(at.getFullYear(), at.getMonth() + 1, 1).getTime()
    : new Date(at.getFullYear(), at.getMonth(), at.getDate() + 7).getTime();
}

/** Maximum for a chart; the last bar includes everything later. */
export const MAX_PERIODS = 26;

/**
 * Payouts by week or month, from the first to the last, including periods without any. At least two, from which a chart
 * infers their length; at most {@link MAX_PERIODS}, of which the last includes everything later.
 */
export function payoutPeriods(payouts: readonly ExpectedPayout[], period: Period): readonly PayoutPeriod[] {
  const first = payouts[0];
  if (!first) return [];
  const starts = [startOf(period, first.byMs)];
  const lastMs = Math.max(...payouts.map(({ byMs }) => byMs));
  while (starts.length < MAX_PERIODS) {
    const next = following(period, starts.at(-1)!);
    if (next > lastMs && starts.length > 1) break;
    starts.push(next);
  }
  return starts.map((startMs, i) => {
    const endMs = starts[i + 1] ?? Infinity;
    const inside = payouts.filter(({ byMs }) => byMs >= startMs && byMs < endMs);
    return {
      startMs,
      contracts: inside.length,
      revenue: sumHastings(inside.map(({ revenue }) => revenue)),
      collateral: sumHastings(inside.map(({ collateral }) => collateral))
    };
  });
}

/** Total of revenue and collateral. */
export const payoutTotal = (payouts: readonly ExpectedPayout[]): Hastings =>
  hastings(payouts.reduce((sum, { revenue, collateral }) => sum + revenue + collateral, 0n));
