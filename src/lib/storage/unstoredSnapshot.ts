import type { CoinOutputId, Hash256 } from '$lib/chain/ids';
import type { Snapshot, StoredCache } from '$lib/services/wallet/ports';
import type { MetaRow } from '$lib/services/wallet/records';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { WalletEvent, WalletEventType } from '$lib/wallet/sync/walletEvent';
import { daysOf } from './dailyTotals';
import type { DayRow } from './tables';
import { metaOf, type CoinOrder } from './walletRows';

/**
 * A first sync while it is being stored, which takes seconds with very many outputs: until then, this returns what the
 * database will return.
 */
export class UnstoredSnapshot {
  readonly meta: MetaRow;
  readonly days: readonly DayRow[];
  readonly #snapshot: Snapshot;
  #immature: readonly OwnedCoin[] | undefined;

  constructor(walletId: string, snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.meta = metaOf(walletId, snapshot);
    this.days = daysOf(walletId, snapshot.events, this.meta.coins).sort((a, b) => a.day - b.day);
  }

  get cache(): StoredCache {
    const { cache, state, imports } = this.#snapshot;
    return { cache, state, imports };
  }

  get funds(): OwnedFund[] {
    return [...this.#snapshot.cache.funds.values()];
  }

  /** Soonest first. */
  get immature(): readonly OwnedCoin[] {
    const { coins, index } = this.#snapshot.cache;
    return (this.#immature ??= [...coins.values()]
      .filter((coin) => coin.leafIndex === undefined || coin.maturityHeight > BigInt(index.height))
      .sort(COIN_ORDERS.byMaturity));
  }

  coin(id: CoinOutputId): OwnedCoin | undefined {
    return this.#snapshot.cache.coins.get(id);
  }

  coinPage(order: CoinOrder, last: OwnedCoin | undefined, limit: number): OwnedCoin[] {
    return pageOf(this.#snapshot.cache.coins.values(), COIN_ORDERS[order], last, limit);
  }

  eventPage(type: WalletEventType | undefined, last: WalletEvent | undefined, limit: number): WalletEvent[] {
    const { events } = this.#snapshot;
    const wanted = type === undefined ? events : events.filter((event) => event.type === type);
    return pageOf(wanted, newestFirst, last, limit);
  }

  event(id: Hash256): WalletEvent | undefined {
    return this.#snapshot.events.find((event) => event.id === id);
  }
}

const compare = <T extends string | number | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a: { readonly id: string }, b: { readonly id: string }): number => compare(a.id, b.id);

const newestFirst = (a: WalletEvent, b: WalletEvent): number => b.index.height - a.index.height || byId(a, b);

const COIN_ORDERS: Readonly<Record<CoinOrder, (a: OwnedCoin, b: OwnedCoin) => number>> = {
  byValue: (a, b) => compare(b.output.value, a.output.value) || byId(a, b),
  byMaturity: (a, b) =>
    Number(a.leafIndex === undefined) - Number(b.leafIndex === undefined) ||
    compare(a.maturityHeight, b.maturityHeight) ||
    byId(a, b)
};

/** The first rows after `last`, without sorting all of them, which would stall the page. */
function pageOf<T>(rows: Iterable<T>, order: (a: T, b: T) => number, last: T | undefined, limit: number): T[] {
  const first: T[] = [];
  /** Rows after it are on later pages. */
  let bound: T | undefined;
  const trim = () => first.sort(order).splice(limit);
  for (const row of rows) {
    if (last !== undefined && order(row, last) <= 0) continue;
    if (bound !== undefined && order(row, bound) > 0) continue;
    first.push(row);
    if (first.length < 2 * limit) continue;
    trim();
    bound = first.at(-1);
  }
  trim();
  return first;
}
