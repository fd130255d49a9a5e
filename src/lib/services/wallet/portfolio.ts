import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { NextMaturity } from './balance';
import type { AddressRow } from './views';

const PARTS = ['total', 'spendable', 'timeLocked', 'immature', 'frozen', 'waiting', 'watched'] as const;

/** A balance and its parts, of one wallet or of all; `watched` is as `spendable`, in wallets that cannot spend. */
export type BalanceTotals = Readonly<Record<(typeof PARTS)[number], Hastings>>;

/** The parts of a wallet's balance. @param isBare it cannot spend: it knows no keys or policies */
export function partsOf(balance: Omit<BalanceTotals, 'watched'>, isBare: boolean): BalanceTotals {
  const nothing = hastings(0n);
  return isBare ? { ...balance, spendable: nothing, watched: balance.spendable } : { ...balance, watched: nothing };
}

/** The sum of balances, without what several of them include. */
export function sumBalances(balances: readonly BalanceTotals[], twice: readonly BalanceTotals[] = []): BalanceTotals {
  const sum = (all: readonly BalanceTotals[], part: keyof BalanceTotals) =>
    all.reduce((total, balance) => total + balance[part], 0n);
  const once = PARTS.map((part) => [part, hastings(sum(balances, part) - sum(twice, part))]);
  return Object.fromEntries(once) as unknown as BalanceTotals;
}

/** The addresses of a wallet, and whether they received anything. */
export interface Holder {
  readonly addresses: readonly Pick<AddressRow, 'address' | 'used'>[];
  /** It cannot spend. */
  readonly isBare?: boolean;
}

/** A wallet whose coins are counted, and its addresses whose coins count for another one. */
export interface Counted<W> {
  readonly wallet: W;
  readonly elsewhere: ReadonlySet<Address>;
}

/**
 * Assigns each address to the largest wallet that lists it, among those that can spend if there are any: coins count
 * once, however many wallets list them. Wallets whose addresses all count for others are left out.
 */
export function countOnce<W extends Holder>(wallets: readonly W[]): readonly Counted<W>[] {
  const assigned = new Set<Address>();
  const counted = new Map<W, Counted<W>>();
  const used = new Map(wallets.map((wallet) => [wallet, usedOf(wallet)]));
  for (const [wallet, own] of [...used].toSorted(
    ([a, { size }], [b, other]) => Number(a.isBare ?? false) - Number(b.isBare ?? false) || other.size - size
  )) {
    const elsewhere = own.intersection(assigned);
    if (elsewhere.size === 0 || elsewhere.size < own.size) counted.set(wallet, { wallet, elsewhere });
    own.forEach((address) => assigned.add(address));
  }
  return wallets.flatMap((wallet) => counted.get(wallet) ?? []);
}

const usedOf = ({ addresses }: Holder): Set<Address> =>
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
