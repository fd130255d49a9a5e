import type { CoinOutputId } from '$lib/chain/ids';
import type { WalletStorage } from '$lib/services/wallet/ports';
import { type OwnedCoin } from '$lib/wallet/sync/coins';
import type { EventTexts, WalletEvent } from '$lib/wallet/sync/walletEvent';
import { findEvents, readEvents, type EventFilter, type EventQuery } from '$lib/services/wallet/events';
import { PagedRows, type RowFeed } from '../reactive/pagedRows.svelte';
import type { CoinRow } from '$lib/services/wallet/views';
import { coinView } from '$lib/services/wallet/lists';

interface ListDeps {
  readonly walletId: string;
  readonly store: WalletStorage;
  readonly texts: () => Promise<EventTexts>;
  readonly frozen: () => ReadonlySet<CoinOutputId>;
}

/** A wallet's long lists, loaded from storage while scrolling. */
export class WalletLists {
  readonly #deps: ListDeps;
  /** Lists in use by pages; weak references, so that unused ones are collected. */
  readonly #shown = new Set<WeakRef<{ refresh(): Promise<void> }>>();

  constructor(deps: ListDeps) {
    this.#deps = deps;
  }

  /** By value (largest first) or maturity (soonest first). */
  coins(order: 'value' | 'maturity' = 'value'): RowFeed<CoinRow> {
    const { store, walletId, frozen } = this.#deps;
    const by = order === 'value' ? 'byValue' : 'byMaturity';
    let lastCoin: OwnedCoin | undefined;
    return this.#show<CoinRow>(async (last, limit) => {
      const coins = await store.coinPage(walletId, by, last && lastCoin, limit);
      lastCoin = coins.at(-1) ?? lastCoin;
      return coins.map((coin) => coinView(coin, frozen()));
    });
  }

  /** Newest first. */
  events(filter: EventFilter = {}): RowFeed<WalletEvent> {
    let query: Promise<EventQuery> | undefined;
    return this.#show<WalletEvent>(async (last, limit) => {
      // The user's texts are read with the first page only: there may be many.
      if (last === undefined) query = this.#query(filter);
      return readEvents(this.#deps.store, { ...(await query!), last }, limit);
    });
  }

  /** All matching events, newest first; read lazily. */
  async *allEvents(filter: EventFilter = {}): AsyncGenerator<WalletEvent> {
    yield* findEvents(this.#deps.store, await this.#query(filter));
  }

  /** Reloads the lists in use. */
  refresh(): void {
    for (const reference of this.#shown) {
      const list = reference.deref();
      if (list) void list.refresh();
      else this.#shown.delete(reference);
    }
  }

  async #query(filter: EventFilter): Promise<EventQuery> {
    const { walletId, texts } = this.#deps;
    return { walletId, filter, ...(filter.text !== undefined && { texts: await texts() }) };
  }

  #show<Row>(read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>): PagedRows<Row> {
    const list = new PagedRows(read);
    this.#shown.add(new WeakRef(list));
    void list.more();
    return list;
  }
}
