import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
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
  /** The policy of all coins does not allow payments yet. */
  readonly isTimeLocked: boolean;
}

const sum = <T>(items: readonly T[], value: (item: T) => bigint): bigint =>
  items.reduce((total, item) => total + value(item), 0n);

/** The balance from running totals, so that opening a wallet does not depend on its number of coins. */
export function balanceFrom({ meta, immature, frozen, funds, pool, isTimeLocked }: BalanceParts): WalletBalance {
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
  const kept = sum(
    frozen.filter(({ id }) => !waiting.has(id) && !spentIds.has(id)),
    ({ output }) => output.value
  );
  const unspent = meta.coins - maturing - spent - kept;
  const keptFunds = funds.filter(({ id }) => !spentIds.has(id));
  return {
    total: hastings(total),
    waiting: hastings(total - unspent - maturing - kept),
    spendable: hastings(isTimeLocked ? 0n : unspent),
    timeLocked: hastings(isTimeLocked ? unspent : 0n),
    immature: hastings(maturing),
    unconfirmed,
    frozen: hastings(kept),
    funds: meta.funds,
    unclaimed: hastings(sum(keptFunds, (fund) => claimOf(fund, meta.state.fundTaxRevenue)))
  };
}

/** The part of the balance that is at some of the addresses. @param coins all coins of the wallet */
export function balanceAt(
  { meta, immature, frozen, funds, pool, isTimeLocked }: BalanceParts,
  coins: Iterable<OwnedCoin>,
  addresses: ReadonlySet<Address>
): WalletBalance {
  const isThere = ({ output }: OwnedCoin | OwnedFund): boolean => addresses.has(output.address);
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
    isTimeLocked
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
