import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { NextMaturity } from './balance';
import type { AddressRow, WalletBalance } from './views';

/** A balance and its parts, of one wallet or of all. */
export type BalanceTotals = Pick<WalletBalance, 'total' | 'spendable' | 'immature' | 'frozen' | 'waiting'>;

const PARTS = ['total', 'spendable', 'immature', 'frozen', 'waiting'] as const;

/** The sum of balances. */
export function sumBalances(balances: readonly BalanceTotals[]): BalanceTotals {
  const sum = (part: keyof BalanceTotals) => hastings(balances.reduce((all, balance) => all + balance[part], 0n));
  return Object.fromEntries(PARTS.map((part) => [part, sum(part)])) as unknown as BalanceTotals;
}

/** The addresses of a wallet, and whether they received anything. */
export interface Holder {
  readonly addresses: readonly Pick<AddressRow, 'address' | 'used'>[];
}

/** The wallets without those that watch what another one holds: coins count once, however many wallets list them. */
export function withoutCopies<W extends Holder>(wallets: readonly W[]): readonly W[] {
  if (wallets.length < 2) return wallets;
  const used = new Map(wallets.map((wallet) => [wallet, usedOf(wallet)]));
  const largestFirst = wallets.toSorted((a, b) => used.get(b)!.size - used.get(a)!.size);
  const counted = new Set<W>();
  for (const wallet of largestFirst) {
    const own = used.get(wallet)!;
    const isCopy = own.size > 0 && [...counted].some((other) => isSubset(own, used.get(other)!));
    if (!isCopy) counted.add(wallet);
  }
  return wallets.filter((wallet) => counted.has(wallet));
}

const isSubset = (part: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  part.size <= all.size && [...part].every((address) => all.has(address));

const usedOf = ({ addresses }: Holder): ReadonlySet<string> =>
  new Set(addresses.flatMap(({ address, used }) => (used ? [address] : [])));

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
