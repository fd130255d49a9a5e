import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import { closedLocks, type Moment } from '$lib/wallet/policy/satisfy';
import type { AddressRows } from './addresses';
import type { WalletStorage } from './ports';
import type { MetaRow } from './records';
import { claimOf, type OwnedCoin, type OwnedFund } from '$lib/wallet/sync/coins';
import type { EventParty, WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { WalletBalance } from './views';

/** Inputs of a balance: running totals, and the few coins that need special treatment. */
export interface BalanceParts {
  readonly meta: MetaRow;
  readonly immature: readonly OwnedCoin[];
  readonly frozen: readonly OwnedCoin[];
  readonly funds: readonly OwnedFund[];
  /** Unconfirmed events in the pool. */
  readonly pool: readonly WalletEvent[];
  /** Coins whose policies do not allow payments yet; `all` in a wallet with a single policy. */
  readonly timeLocked: 'all' | readonly OwnedCoin[];
  /** Coins at addresses without a known policy; `all` in a wallet that only has such addresses. */
  readonly watched: 'all' | readonly OwnedCoin[];
}

const sum = <T>(items: readonly T[], value: (item: T) => bigint): bigint =>
  items.reduce((total, item) => total + value(item), 0n);

/** The balance from running totals, so that opening a wallet does not depend on its number of coins. */
export function balanceFrom({ meta, immature, frozen, funds, pool, timeLocked, watched }: BalanceParts): WalletBalance {
  const waiting = new Set(immature.map(({ id }) => id as string));
  const made = new Set(pool.flatMap(({ outputs }) => outputs.map(({ id }) => id as string)));
  // Confirmed and spent in the pool; pool transactions may also spend outputs of the pool.
  const spending = pool.flatMap(({ inputs }) => inputs.filter(({ own, id }) => own && !made.has(id)));
  const spentIds = new Set(spending.map(({ id }) => id as string));
  const maturing = sum(immature, ({ output }) => output.value);
  const spent = sum(
    spending.filter(({ id }) => !waiting.has(id)),
    ({ coins = hastings(0n) }) => coins
  );
  const unconfirmed = sum(pool, ({ coins }) => coins);
  const total = meta.coins + unconfirmed;
  const isUnspent = ({ id }: OwnedCoin): boolean => !waiting.has(id) && !spentIds.has(id);
  const frozenIds = new Set(frozen.map(({ id }) => id as string));
  const kept = sum(frozen.filter(isUnspent), ({ output }) => output.value);
  const unspent = meta.coins - maturing - spent - kept;
  const unspentOf = (coins: BalanceParts['timeLocked']): bigint =>
    coins === 'all'
      ? unspent
      : sum(
          coins.filter((coin) => isUnspent(coin) && !frozenIds.has(coin.id)),
          ({ output }) => output.value
        );
  const locked = unspentOf(timeLocked);
  const unknown = unspentOf(watched);
  const keptFunds = funds.filter(({ id }) => !spentIds.has(id));
  return {
    total: hastings(total),
    waiting: hastings(total - unspent - maturing - kept),
    spendable: hastings(unspent - locked - unknown),
    watched: hastings(unknown),
    timeLocked: hastings(locked),
    immature: hastings(maturing),
    unconfirmed,
    frozen: hastings(kept),
    funds: meta.funds,
    unclaimed: hastings(sum(keptFunds, (fund) => claimOf(fund, meta.state.fundTaxRevenue)))
  };
}

/** The part of the balance that is at some of the addresses. @param coins all coins of the wallet */
export function balanceAt(
  { meta, immature, frozen, funds, pool, timeLocked, watched }: BalanceParts,
  coins: Iterable<OwnedCoin>,
  addresses: ReadonlySet<Address>
): WalletBalance {
  const isThere = ({ output }: OwnedCoin | OwnedFund): boolean => addresses.has(output.address);
  const partOf = (some: BalanceParts['watched']) => (some === 'all' ? some : some.filter(isThere));
  const units = funds.filter(isThere);
  return balanceFrom({
    meta: {
      ...meta,
      coins: hastings(sum([...coins].filter(isThere), ({ output }) => output.value)),
      funds: fundUnits(sum(units, ({ output }) => output.value))
    },
    immature: immature.filter(isThere),
    frozen: frozen.filter(isThere),
    funds: units,
    pool: pool.map((event) => eventAt(event, addresses)),
    timeLocked: partOf(timeLocked),
    watched: partOf(watched)
  });
}

/** What an event changes at some of the addresses. */
function eventAt(event: WalletEvent, addresses: ReadonlySet<Address>): WalletEvent {
  const isThere = ({ address }: EventParty): boolean => addresses.has(address);
  const inputs = event.inputs.filter(isThere);
  const outputs = event.outputs.filter(isThere);
  const net = (unit: 'coins' | 'funds'): bigint =>
    sum(outputs, (party) => party[unit] ?? 0n) - sum(inputs, (party) => party[unit] ?? 0n);
  return { ...event, inputs, outputs, coins: net('coins'), funds: net('funds') };
}

/** The coins that mature next. */
export interface NextMaturity {
  readonly height: Height;
  readonly coins: Hastings;
  /** Blocks until then. */
  readonly blocks: number;
}

/** @param elsewhere addresses that do not count */
export function nextMaturity(
  { meta, immature }: BalanceParts,
  elsewhere: ReadonlySet<Address> = new Set()
): NextMaturity | undefined {
  const proven = immature.filter(({ leafIndex, output }) => leafIndex !== undefined && !elsewhere.has(output.address));
  if (proven.length === 0) return undefined;
  const height = proven.reduce(
    (soonest, { maturityHeight }) => (maturityHeight < soonest ? maturityHeight : soonest),
    proven[0]!.maturityHeight
  );
  const coins = sum(
    proven.filter(({ maturityHeight }) => maturityHeight === height),
    ({ output }) => output.value
  );
  return {
    height: Number(height),
    coins: hastings(coins),
    blocks: Math.max(0, Number(height) - meta.state.index.height)
  };
}

/** Addresses whose policies do not allow payments yet. Addresses of the wallet's own keys have no time locks. */
export function timeLockedAddresses(rows: AddressRows, moment: Moment): ReadonlySet<Address> {
  const locked = new Set<Address>();
  for (const { address, policy, key } of rows.values())
    if (policy && !key && closedLocks(policy, moment).length > 0) locked.add(address);
  return locked;
}

/** Addresses without a known policy: only another wallet can spend their coins. */
export const watchedAddresses = (rows: AddressRows): ReadonlySet<Address> =>
  new Set([...rows.values()].flatMap(({ address, policy }) => (policy ? [] : [address])));

const PAGE = 1_000;

/** The coins at some of the addresses; reads all coins of the wallet, page by page. */
export async function coinsAt(
  store: Pick<WalletStorage, 'coinPage'>,
  walletId: string,
  addresses: ReadonlySet<Address>
): Promise<readonly OwnedCoin[]> {
  const found: OwnedCoin[] = [];
  if (addresses.size === 0) return found;
  for (let last: OwnedCoin | undefined; ;) {
    const page = await store.coinPage(walletId, 'byValue', last, PAGE);
    found.push(...page.filter(({ output }) => addresses.has(output.address)));
    last = page.at(-1);
    if (page.length < PAGE) return found;
  }
}
