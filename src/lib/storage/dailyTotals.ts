import type { Hastings } from '$lib/chain/currency/currency';
import { hastings } from '$lib/chain/currency/currency';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { DayRow } from './tables';

const SECONDS_PER_DAY = 86_400;
/** The day of a timestamp in Unix seconds: days since 1970, UTC. */
export const dayOf = (timestamp: number): number => Math.floor(timestamp / SECONDS_PER_DAY);

/**
 * Balance at the end of each day with events.
 * @param events in any order
 * @param total balance after all events
 */
export function daysOf(walletId: string, events: readonly WalletEvent[], total: Hastings): DayRow[] {
  const newestFirst = [...events].sort((a, b) => b.index.height - a.index.height);
  const days = new Map<number, DayRow>();
  let after: bigint = total;
  for (const { timestamp, coins } of newestFirst) {
    const day = dayOf(timestamp);
    // Block timestamps are not monotonic: the highest block of a day determines its total.
    if (!days.has(day)) days.set(day, { walletId, day, timestamp, coins: hastings(after) });
    after -= coins;
  }
  return [...days.values()];
}

/** Balance before the events. */
export const totalBefore = (events: readonly WalletEvent[], total: Hastings): Hastings =>
  hastings(events.reduce((before, { coins }) => before - coins, total as bigint));
