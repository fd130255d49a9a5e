import type { Address } from '$lib/chain/address';
import type { CoinOutputId } from '$lib/chain/ids';
import type { WalletStorage } from '$lib/services/wallet/ports';
import { type OwnedCoin } from '$lib/wallet/sync/coins';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { readEvents, type EventFilter } from '$lib/services/wallet/events';
import { PagedRows, type RowFeed } from '../reactive/pagedRows.svelte';
import type { CoinRow } from '$lib/services/wallet/views';
import { coinView } from '$lib/services/wallet/lists';

interface ListDeps {
  readonly walletId: string;
  readonly store: WalletStorage;
  readonly labels: () => { get(address: Address): { readonly label: string } | undefined };
  readonly frozen: () => ReadonlySet<CoinOutputId>;
}

const EXPORT_PAGE = 1_000;

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
    return this.#show<WalletEvent>((last, limit) => this.#readEvents(filter, last, limit));
  }

  /** All matching events, newest first, streamed. */
  async *allEvents(filter: EventFilter = {}): AsyncGenerator<WalletEvent> {
    for (let last: WalletEvent | undefined; ;) {
      const page = await this.#readEvents(filter, last, EXPORT_PAGE);
      yield* page;
      last = page.at(-1);
      if (page.length < EXPORT_PAGE) return;
    }
  }

  /** Reloads the lists in use. */
  refresh(): void {
    for (const reference of this.#shown) {
      const list = reference.deref();
      if (list) void list.refresh().catch(() => undefined);
      else this.#shown.delete(reference);
    }
  }

  #readEvents(filter: EventFilter, last: WalletEvent | undefined, limit: number): Promise<WalletEvent[]> {
    const { store, walletId, labels } = this.#deps;
    return readEvents(store, { walletId, filter, labels: labels(), last, limit });
  }

  #show<Row>(read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>): PagedRows<Row> {
    const list = new PagedRows(read);
    this.#shown.add(new WeakRef(list));
    // The list itself reports a failure.
    void list.more().catch(() => undefined);
    return list;
  }
}
