import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { HistoryPoint } from './views';

/**
 * The balance after each of a wallet's events, oldest first.
 * @param events newest first
 * @param coins after the newest
 */
export function balancesOfEvents(events: readonly WalletEvent[], coins: bigint): HistoryPoint[] {
  const points: HistoryPoint[] = [];
  let after = coins;
  for (const event of events) {
    points.push({ timestamp: event.timestamp, coins: hastings(after) });
    after -= event.coins;
  }
  return points.reverse();
}

/**
 * Points of a balance chart, from zero before the first event to the current balance, which may differ from the balance
 * after the last event: block timestamps are not in order, and imported coins have no event.
 * @param history oldest first
 * @param coins current balance
 * @param createdAtMs of the wallet, milliseconds since 1970
 * @param nowMs milliseconds since 1970
 */
export function balanceChart(
  history: readonly HistoryPoint[],
  coins: Hastings,
  createdAtMs: number,
  nowMs: number
): HistoryPoint[] {
  const [first] = history;
  const last = history.at(-1);
  if (!first || !last) return [];
  const created = Math.floor(createdAtMs / 1000);
  const before = created < first.timestamp ? [{ timestamp: created, coins: hastings(0n) }] : [];
  const now = Math.max(last.timestamp + 1, Math.floor(nowMs / 1000));
  return [...before, ...history, { timestamp: now, coins }];
}
