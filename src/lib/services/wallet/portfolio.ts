import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { NextMaturity } from './balance';
import type { WalletBalance } from './views';

/** A balance and its parts, of one wallet or of all. */
export type BalanceTotals = Pick<WalletBalance, 'total' | 'spendable' | 'immature' | 'frozen' | 'waiting'>;

const PARTS = ['total', 'spendable', 'immature', 'frozen', 'waiting'] as const;

/** The sum of balances. */
export function sumBalances(balances: readonly BalanceTotals[]): BalanceTotals {
  const sum = (part: keyof BalanceTotals) => hastings(balances.reduce((all, balance) => all + balance[part], 0n));
  return Object.fromEntries(PARTS.map((part) => [part, sum(part)])) as unknown as BalanceTotals;
}

/** The next block at which coins of any wallet mature, with all that mature at it. */
export function soonestMaturity(all: readonly (NextMaturity | undefined)[]): NextMaturity | undefined {
  const known = all.filter((next) => next !== undefined);
  const [soonest] = known.toSorted((a, b) => a.height - b.height);
  if (!soonest) return undefined;
  const coins = known.filter(({ height }) => height === soonest.height).reduce((sum, next) => sum + next.coins, 0n);
  return { ...soonest, coins: hastings(coins) };
}

/** A block's timestamp may be this much earlier than the time at which it was found. */
const TIMESTAMP_SLACK_MS = 3 * 60 * 60 * 1000;

/**
 * Sum of the block rewards since a time.
 * @param events rewards, newest first; read only as far as needed
 */
export async function minedSince(events: AsyncIterable<WalletEvent>, fromMs: number): Promise<Hastings> {
  let sum = 0n;
  for await (const { timestamp, coins } of events) {
    const atMs = timestamp * 1000;
    if (atMs < fromMs - TIMESTAMP_SLACK_MS) break;
    if (atMs >= fromMs) sum += coins;
  }
  return hastings(sum);
}
