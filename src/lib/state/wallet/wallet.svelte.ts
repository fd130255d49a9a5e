import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { proofLength } from '$lib/chain/proof/merkleProof';
import type { Network } from '$lib/chain/network/network';
import { unixSeconds, type Height } from '$lib/chain/time';
import { medianTimestamp } from '$lib/consensus/state';
import { toAppError, type AppError } from '$lib/errors';
import type { Keystore, OnProgress, PasskeyInfo } from '$lib/keystore/keystore';
import type { AddressRow, WalletRow } from '$lib/services/wallet/records';
import type { WalletLock, WalletNews } from '$lib/storage/walletLock';
import type { WalletStore } from '$lib/storage/walletStore';
import { holdingsOf, type WalletCache } from '$lib/wallet/sync/cache';
import type { Holdings, OwnedFund } from '$lib/wallet/sync/coins';
import type { Moment } from '$lib/wallet/policy/satisfy';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { EventFilter } from '$lib/services/wallet/events';
import { SendFlow } from './send.svelte';
import { WalletAddresses } from './addresses.svelte';
import { balanceFrom, nextMaturity, type BalanceParts, type NextMaturity } from '$lib/services/wallet/balance';
import { NoNetworkError, NotSyncedError } from '$lib/services/wallet/errors';
import { WalletLists } from './lists.svelte';
import { coinView, fundView } from '$lib/services/wallet/lists';
import { summaryOf, watchedRow } from '$lib/services/wallet/summary';
import { WalletKeys } from './keys.svelte';
import { WalletSends } from './sends.svelte';
import { WalletSync, type SyncEvent } from '$lib/services/wallet/sync/walletSync';
import type {
  AddressRow as AddressView,
  CoinRow,
  FundRow,
  HistoryPoint,
  WalletBalance,
  WalletStatus,
  WalletSummary,
  WatchEntry
} from '$lib/services/wallet/views';
import type { RowFeed } from '../reactive/pagedRows.svelte';

export interface WalletDeps {
  readonly server: WalletServer;
  readonly store: WalletStore;
  readonly keystore: Keystore;
  readonly openLock: (walletId: string) => WalletLock;
  readonly nowMs: () => number;
  readonly pollMs: number;
}

/** A "scan more" looks at this many further keys. */
const SCAN_KEYS = 100;

/** One open wallet: what this browser remembers of it at once, then in step with the chain as long as it is followed. */
export class WalletState {
  status = $state.raw<WalletStatus>({ step: 'opening' });
  /** What is wrong now, in words; goes away by itself when it is over. */
  problem = $state.raw<AppError>();
  /** Totals at the end of days on which something happened, oldest first. */
  history = $state.raw<readonly HistoryPoint[]>([]);
  readonly keys: WalletKeys;
  readonly sends: WalletSends;

  #row = $state.raw() as WalletRow;
  #parts = $state.raw<Omit<BalanceParts, 'pool'>>();
  #pool = $state.raw<readonly WalletEvent[]>([]);
  #funds = $state.raw<readonly OwnedFund[]>([]);
  #frozen = $state.raw<ReadonlySet<CoinOutputId>>(new Set());
  #revision = $state(0);

  readonly #deps: WalletDeps;
  readonly #addresses: WalletAddresses;
  readonly #sync: WalletSync;
  readonly #lock: WalletLock;
  readonly #lists: WalletLists;
  #poolReadAtMs: number | undefined;
  #stored: { readonly index: ChainIndex; readonly cache: WalletCache } | undefined;
  #historyOf: readonly [eventCount: number, index: ChainIndex] | undefined;
  #followers = 0;
  #following: Promise<void> = Promise.resolve();
  #stopFollowing: AbortController | undefined;

  /** Reads what is stored of a wallet. @throws {UnknownWalletError} */
  static async open(walletId: string, deps: WalletDeps): Promise<WalletState> {
    const wallet = new WalletState(walletId, deps);
    await wallet.#reload();
    if (wallet.hasSeed) await wallet.keys.readPasskeys();
    return wallet;
  }

  private constructor(walletId: string, deps: WalletDeps) {
    const { store, keystore } = deps;
    this.#deps = deps;
    this.#addresses = new WalletAddresses({ ...deps, walletId });
    this.#sync = new WalletSync({ ...deps, walletId, addresses: this.#addresses });
    this.sends = new WalletSends(walletId, store);
    const labels = () => this.#addresses.book;
    this.#lists = new WalletLists({ walletId, store, labels, frozen: () => this.#frozen });
    this.#lock = deps.openLock(walletId);
    this.#lock.onnews = (news) => void this.#heard(news);
    const onunlock = () => this.#sync.wake();
    this.keys = new WalletKeys({ walletId, keystore, addresses: this.#addresses, onunlock });
    this.id = walletId;
  }

  readonly id: string;

  get info(): WalletSummary {
    return summaryOf(this.#row, this.#parts?.meta);
  }

  get hasSeed(): boolean {
    return this.#row.kind === 'seed';
  }

  get locked(): boolean {
    return this.keys.locked;
  }

  get hasPasskey(): boolean {
    return this.keys.hasPasskey;
  }

  unlock = (password: string, onProgress?: OnProgress): Promise<void> => this.keys.unlock(password, onProgress);
  unlockWithPasskey = (): Promise<void> => this.keys.unlockWithPasskey();
  lock = (): Promise<void> => this.keys.lock();
  passkeys = (): Promise<PasskeyInfo[]> => this.keys.passkeys();
  addPasskey = (label: string): Promise<void> => this.keys.addPasskey(label);
  removePasskey = (id: string): Promise<void> => this.keys.removePasskey(id);
  changePassword = (current: string, next: string, onProgress?: OnProgress): Promise<void> =>
    this.keys.changePassword(current, next, onProgress);
  /** The recovery phrase, always against the password. */
  exportPhrase = (password: string, onProgress?: OnProgress): Promise<string> =>
    this.keys.exportPhrase(password, onProgress);

  /** The block up to which everything shown is right; undefined before the first sync. */
  get index(): ChainIndex | undefined {
    return this.#parts?.meta.state.index;
  }

  /** Height of that block, 0 before. */
  get tipHeight(): Height {
    return this.index?.height ?? 0;
  }

  /** When that was, milliseconds since 1970. */
  get atMs(): number | undefined {
    return this.#parts?.meta.atMs;
  }

  get network(): Network | undefined {
    return this.#row.network;
  }

  readonly balance: WalletBalance | undefined = $derived.by(() =>
    this.#parts ? balanceFrom({ ...this.#parts, pool: this.#pool }) : undefined
  );

  readonly nextMaturity: NextMaturity | undefined = $derived.by(() =>
    this.#parts ? nextMaturity({ ...this.#parts, pool: this.#pool }) : undefined
  );

  /** Coins that cannot be spent yet, the next to mature first. */
  get maturing(): readonly CoinRow[] {
    return (this.#parts?.immature ?? []).map((coin) => coinView(coin, this.#frozen));
  }

  /** Seconds between blocks, as the network means them to come. */
  get blockSeconds(): number | undefined {
    return this.network && Number(this.network.blockInterval) / 1e9;
  }

  readonly labels: ReadonlyMap<Address, string> = $derived(
    new Map([...this.addressBook.values()].flatMap(({ address, label }) => (label === '' ? [] : [[address, label]])))
  );

  /** The label of an address; empty where there is none. */
  readonly labelOf = (address: string): string => this.labels.get(address as Address) ?? '';

  /** Length of the proof of an output the wallet holds, while this tab follows. */
  readonly proofLengthOf = (outputId: string): number | undefined => {
    const cache = this.#sync.held?.cache;
    const held = cache?.coins.get(outputId as CoinOutputId) ?? cache?.funds.get(outputId as FundOutputId);
    return cache && held?.leafIndex !== undefined ? proofLength(held.leafIndex, cache.numLeaves) : undefined;
  };

  get counts() {
    const { coinCount = 0, eventCount = 0 } = this.#parts?.meta ?? {};
    return { coins: coinCount, funds: this.#funds.length, events: eventCount, addresses: this.addresses.length };
  }

  /** Addresses that were handed out or used, in the order of their keys. */
  get addresses(): readonly AddressView[] {
    return this.#addresses.shown;
  }

  /** All addresses that are watched, those that wait ahead too. */
  get addressBook(): ReadonlyMap<Address, AddressRow> {
    return this.#addresses.book;
  }

  /** What waits in the pool for this wallet. */
  get unconfirmed(): readonly WalletEvent[] {
    return this.#pool;
  }

  /** Outputs of fund units, the largest first: few enough to be held at once. */
  readonly funds: readonly FundRow[] = $derived.by(() => {
    const { fundTaxRevenue } = this.#parts?.meta.state ?? {};
    if (fundTaxRevenue === undefined) return [];
    const rows = this.#funds.map((fund) => fundView(fund, fundTaxRevenue));
    return rows.sort((a, b) => Number(b.units - a.units) || (a.id < b.id ? -1 : 1));
  });

  get frozen(): ReadonlySet<CoinOutputId> {
    return this.#frozen;
  }

  /** Counts up whenever coins, events or addresses may have changed. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Keeps the wallet in step with the chain, here or in the tab that already does.
   * @returns ends it
   */
  follow(): () => void {
    if (this.#followers++ === 0) {
      const stop = new AbortController();
      this.#stopFollowing = stop;
      this.#following = this.#following.then(() => this.#follow(stop.signal));
    }
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      if (--this.#followers === 0) this.#stopFollowing?.abort();
    };
  }

  /** Asks the server at once instead of at the next poll. */
  refresh(): void {
    this.#sync.watchPool = true;
    this.#sync.wake();
  }

  /** Coins, largest or soonest to mature first. */
  coins = (order: 'value' | 'maturity' = 'value'): RowFeed<CoinRow> => this.#lists.coins(order);
  /** Events, newest first. */
  events = (filter: EventFilter = {}): RowFeed<WalletEvent> => this.#lists.events(filter);
  /** Every event that fits, newest first, without holding them all. */
  allEvents = (filter: EventFilter = {}): AsyncGenerator<WalletEvent> => this.#lists.allEvents(filter);

  async event(id: Hash256): Promise<WalletEvent | undefined> {
    return this.#pool.find((waiting) => waiting.id === id) ?? (await this.#deps.store.event(this.id, id));
  }

  /** Everything it holds, with proofs. @throws {NotSyncedError} */
  async cache(): Promise<WalletCache> {
    const { index } = this;
    if (this.#sync.held) return this.#sync.held.cache;
    if (index && this.#stored?.index.id === index.id) return this.#stored.cache;
    const loaded = await this.#deps.store.loadCache(this.id);
    if (!loaded) throw new NotSyncedError();
    this.#stored = { index: loaded.cache.index, cache: loaded.cache };
    return loaded.cache;
  }

  async holdings(): Promise<Holdings> {
    return holdingsOf(await this.cache());
  }

  /** When policies are judged: now, by the chain's own clock. */
  get moment(): Moment {
    const state = this.#parts?.meta.state;
    if (!state) return { height: 0, medianTimestamp: unixSeconds(0) };
    return { height: state.index.height, medianTimestamp: medianTimestamp(state) };
  }

  /** @throws {NoNetworkError} it never reached a server */
  requireNetwork(): Network {
    if (!this.#row.network) throw new NoNetworkError();
    return this.#row.network;
  }

  /** Recommended, in hastings for one unit of weight. */
  feePerWeight(signal?: AbortSignal): Promise<Hastings> {
    return this.#deps.server.fee({}, { signal }).then(hastings);
  }

  changeAddress(): Address {
    return this.#addresses.changeAddress();
  }

  /** A send, or the signing of what was composed elsewhere. */
  send(): SendFlow {
    return new SendFlow({ wallet: this, server: this.#deps.server, nowMs: this.#deps.nowMs });
  }

  /** A fresh address. @throws {LockedError | NoAddressError} */
  async newAddress(label = ''): Promise<AddressView> {
    const row = await this.#addresses.handOut(label);
    this.#changed();
    return row;
  }

  async setLabel(address: Address, label: string): Promise<void> {
    await this.importLabels([{ address, label }]);
  }

  /** Labels of addresses it has; others are left out. @returns how many were set */
  async importLabels(entries: Iterable<{ readonly address: Address; readonly label: string }>): Promise<number> {
    const own = [...entries].filter(({ address }) => this.#addresses.has(address));
    await this.#addresses.change(own.map(({ address, label }) => ({ address, change: { label } })));
    this.#changed();
    return own.length;
  }

  /** Marks an address as used for change, and as given away. */
  async useForChange(address: Address): Promise<void> {
    if (this.#addresses.book.get(address)?.shown !== false) return;
    await this.#addresses.change([{ address, change: { shown: true, isChange: true } }]);
    await this.#addresses.keepAhead();
    this.#changed();
  }

  /** Further addresses to watch; their past is read next. */
  async watchMore(entries: readonly WatchEntry[]): Promise<void> {
    const { store, nowMs } = this.#deps;
    const rows = entries.map((entry) => watchedRow(this.id, entry, nowMs()));
    this.#row = await store.addAddresses(this.id, rows, { firstSync: true });
    await this.#addresses.reload();
    this.#changed();
    this.#sync.wake();
  }

  /** Frozen coins are not spent by themselves. */
  async freeze(ids: readonly CoinOutputId[], frozen: boolean): Promise<void> {
    await this.#deps.store.setFrozen(this.id, ids, frozen);
    await this.#reload();
    this.#changed();
  }

  /**
   * Looks for used addresses beyond those already looked at, then reads their past.
   * @throws {LockedError} the keys are needed for it
   */
  async scanMore(keys = SCAN_KEYS, signal: AbortSignal = new AbortController().signal): Promise<void> {
    const row = (await this.#deps.store.wallet(this.id)) ?? this.#row;
    for await (const event of this.#sync.discover(row, keys, signal)) await this.#take(event);
    this.#changed();
    this.#sync.wake();
  }

  /** Forgets what it knows of the chain and reads it anew from the server; labels and frozen marks stay. */
  async readAnew(): Promise<void> {
    this.#row = await this.#deps.store.changeWallet(this.id, { firstSync: true, network: undefined });
    this.status = { step: 'opening' };
    this.#changed();
    this.#sync.wake();
  }

  async rename(name: string): Promise<void> {
    this.#row = await this.#deps.store.changeWallet(this.id, { name });
    this.#changed();
  }

  /** Ends everything; the object is of no use after. */
  close(): void {
    this.#stopFollowing?.abort();
    this.#lock.close();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const onwait = () => (this.status = { step: 'elsewhere' });
    try {
      await this.#lock.hold(signal, onwait, async () => {
        await this.#reload();
        for await (const event of this.#sync.run(signal)) await this.#take(event);
      });
    } catch (error) {
      if (!signal.aborted) this.problem = toAppError(error);
    }
  }

  async #take(event: SyncEvent): Promise<void> {
    switch (event.type) {
      case 'moved':
        await this.#reload();
        this.#lock.tell({ type: 'chain' });
        this.#listsChanged();
        return;
      case 'pool':
        this.#lock.tell({ type: 'pool', events: event.events });
        return this.#takePool(event.events);
      case 'current':
        this.problem = undefined;
        this.status = { step: 'following' };
        return;
      case 'catching-up':
        this.status = { step: 'syncing', height: event.height, target: event.target };
        return;
      case 'discovering':
        this.status = { step: 'discovering', checked: event.checked, found: event.found };
        return;
      case 'waiting-for-unlock':
        this.status = { step: 'waiting-for-unlock' };
        return;
      case 'failed':
        this.problem = event.error;
        this.status = { step: 'offline', sinceMs: this.atMs };
    }
  }

  async #takePool(events: readonly WalletEvent[]): Promise<void> {
    this.#pool = events;
    this.#poolReadAtMs = this.#deps.nowMs();
    await this.#refreshSends();
  }

  async #refreshSends(): Promise<void> {
    const pool = this.#poolReadAtMs === undefined ? undefined : { events: this.#pool, atMs: this.#poolReadAtMs };
    await this.sends.refresh(await this.#deps.store.sends(this.id), this.index, pool);
    this.#sync.watchPool = this.sends.areWaiting || this.#pool.length > 0;
  }

  async #heard(news: WalletNews): Promise<void> {
    if (news.type === 'pool') return this.#takePool(news.events);
    await this.#reload();
    this.#sync.wake();
    this.#listsChanged();
  }

  async #reload(): Promise<void> {
    const { row, meta, addresses, funds, immature, frozen, frozenIds } = await this.#deps.store.open(this.id);
    this.#row = row;
    this.#funds = funds;
    this.#frozen = frozenIds;
    this.#parts = meta && { meta, immature, frozen, funds };
    // What was waiting may be in a block now: the pool is read again in a moment.
    if (meta) this.#pool = await this.#stillWaiting();
    this.#addresses.show(addresses);
    await this.#refreshSends();
    // Not waited for: a long past must not hold up the balances.
    if (meta) void this.#readHistory(meta.eventCount, meta.state.index).catch(() => undefined);
  }

  async #readHistory(eventCount: number, index: ChainIndex): Promise<void> {
    const [knownCount, knownIndex] = this.#historyOf ?? [];
    // Blocks without news leave it as it is; a reorganisation may change it without changing the count.
    if (knownCount === eventCount && knownIndex && index.height > knownIndex.height) return;
    if (knownIndex?.id === index.id) return;
    this.#historyOf = [eventCount, index];
    this.history = await this.#deps.store.days(this.id);
  }

  async #stillWaiting(): Promise<readonly WalletEvent[]> {
    const found = await Promise.all(this.#pool.map(({ id }) => this.#deps.store.event(this.id, id)));
    return this.#pool.filter((_, i) => found[i] === undefined);
  }

  /** Something changed here that other tabs show too. */
  #changed(): void {
    this.#lock.tell({ type: 'wallet' });
    this.#listsChanged();
  }

  #listsChanged(): void {
    this.#revision++;
    this.#lists.refresh();
  }
}
