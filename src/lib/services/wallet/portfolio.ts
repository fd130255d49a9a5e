import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { NextMaturity } from './balance';
import type { AddressRow, WalletBalance } from './views';

const PARTS = ['total', 'spendable', 'timeLocked', 'immature', 'frozen', 'waiting', 'watched'] as const;

/** A balance and its parts, of one wallet or of all. */
export type BalanceTotals = Pick<WalletBalance, (typeof PARTS)[number]>;

/** The sum of balances, without what several of them include. */
export function sumBalances(balances: readonly BalanceTotals[], twice: readonly BalanceTotals[] = []): BalanceTotals {
  const sum = (all: readonly BalanceTotals[], part: keyof BalanceTotals) =>
    all.reduce((total, balance) => total + balance[part], 0n);
  const once = PARTS.map((part) => [part, hastings(sum(balances, part) - sum(twice, part))]);
  return Object.fromEntries(once) as unknown as BalanceTotals;
}

/** The addresses of a wallet, whether they received anything, and the policies with which it can spend that. */
export interface Holder {
  readonly addresses: readonly Pick<AddressRow, 'address' | 'used' | 'policy'>[];
}

/** A wallet whose coins are counted, and its addresses whose coins count for another one. */
export interface Counted<W> {
  readonly wallet: W;
  readonly elsewhere: ReadonlySet<Address>;
}

/**
 * Assigns each address to the largest wallet that lists it, among those that can spend its coins if there are any: coins
 * count once, however many wallets list them. Wallets whose addresses all count for others are left out.
 */
export function countOnce<W extends Holder>(wallets: readonly W[]): readonly Counted<W>[] {
  const assigned = new Map<Address, W>();
  const used = new Map(wallets.map((wallet) => [wallet, wallet.addresses.filter((row) => row.used)]));
  const largestFirst = [...used].toSorted(([, { length }], [, other]) => other.length - length);
  for (const canSpend of [true, false])
    for (const [wallet, own] of largestFirst)
      for (const { address, policy } of own)
        if ((policy !== undefined) === canSpend && !assigned.has(address)) assigned.set(address, wallet);
  return [...used].flatMap(([wallet, own]) => {
    const others = own.filter(({ address }) => assigned.get(address) !== wallet);
    const elsewhere = new Set(others.map(({ address }) => address));
    return others.length > 0 && others.length === own.length ? [] : { wallet, elsewhere };
  });
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
 * @param elsewhere addresses that do not count
 */
export async function minedSince(
  events: AsyncIterable<WalletEvent>,
  fromMs: number,
  elsewhere: ReadonlySet<Address>
): Promise<Hastings> {
  let sum = 0n;
  for await (const { timestamp, coins, outputs } of events) {
    const atMs = timestamp * 1000;
    if (atMs < fromMs - TIMESTAMP_SLACK_MS) break;
    if (atMs >= fromMs && !outputs.some(({ address }) => elsewhere.has(address))) sum += coins;
  }
  return hastings(sum);
}
