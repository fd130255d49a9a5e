import { hastings, sumHastings, type Hastings } from '$lib/chain/currency/currency';
import { fromLocalMs, toLocalMs } from '../zonedTime';
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
  /** Start of the period in the reader's time zone, milliseconds since 1970. */
  readonly startMs: number;
  readonly contracts: number;
  readonly revenue: Hastings;
  readonly collateral: Hastings;
}

/**
 * Start of the week (Monday) or month that contains a time.
 * @param timeZone IANA name; empty for the system's own
 * @param later number of periods after it, by the calendar: clock changes have no effect
 */
export function startOf(period: Period, atMs: number, timeZone: string, later = 0): number {
  const at = new Date(toLocalMs(atMs, timeZone));
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  const localMs =
    period === 'month'
      ? Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1)
      : Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - sinceMonday + 7 * later);
  return fromLocalMs(localMs, timeZone);
}

/** Maximum for a chart; the last bar includes everything later. */
export const MAX_PERIODS = 26;

/**
 * Payouts by week or month, from the first to the last, including periods without any. At least two, from which a chart
 * infers their length; at most {@link MAX_PERIODS}, of which the last includes everything later.
 * @param timeZone IANA name; empty for the system's own
 */
export function payoutPeriods(
  payouts: readonly ExpectedPayout[],
  period: Period,
  timeZone: string
): readonly PayoutPeriod[] {
  const first = payouts[0];
  if (!first) return [];
  const starts = [startOf(period, first.byMs, timeZone)];
  const lastMs = Math.max(...payouts.map(({ byMs }) => byMs));
  while (starts.length < MAX_PERIODS) {
    const next = startOf(period, starts.at(-1)!, timeZone, 1);
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
