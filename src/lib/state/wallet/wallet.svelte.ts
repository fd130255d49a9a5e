import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId, Hash256, TransactionId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { proofLength } from '$lib/chain/proof/merkleProof';
import { unixSeconds, type Height } from '$lib/chain/time';
import { medianTimestamp } from '$lib/consensus/state';
import { toAppError, type AppError } from '$lib/errors';
import { handOutAddress, keepAhead, rowsByAddress, type AddressRows } from '$lib/services/wallet/addresses';
import { balanceFrom, nextMaturity, type BalanceParts, type NextMaturity } from '$lib/services/wallet/balance';
import { NoNetworkError, NotSyncedError } from '$lib/services/wallet/errors';
import type { EventFilter } from '$lib/services/wallet/events';
import { coinView, fundView } from '$lib/services/wallet/lists';
import type { OpenWalletTabs, WalletKeystore, WalletNews, WalletStorage, WalletTabs } from '$lib/services/wallet/ports';
import type { SendRow, WalletRow } from '$lib/services/wallet/records';
import type { PoolReading } from '$lib/services/wallet/send/followSend';
import type { SpendableFunds, SpendableWallet, SpendContext } from '$lib/services/wallet/send/spendableWallet';
import { summaryOf } from '$lib/services/wallet/summary';
import { WalletSync, type SyncEvent } from '$lib/services/wallet/sync/walletSync';
import type {
  AddressRow as AddressView,
  CoinRow,
  FollowState,
  FundRow,
  HistoryPoint,
  WalletBalance,
  WalletStatus,
  WalletSummary,
  WatchEntry
} from '$lib/services/wallet/views';
import { giveForChange, labelAddresses, readAnew, watchMore } from '$lib/services/wallet/walletActions';
import type { Moment } from '$lib/wallet/policy/satisfy';
import { holdingsOf, type WalletCache } from '$lib/wallet/sync/cache';
import { spentBy, type Holdings, type OwnedFund } from '$lib/wallet/sync/coins';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { SpendSummary } from '$lib/wallet/transfer/summarize';
import type { RowFeed } from '../reactive/pagedRows.svelte';
import { WalletAddresses } from './addresses.svelte';
import { WalletKeys } from './keys.svelte';
import { WalletLists } from './lists.svelte';
import { SendFlow } from './send.svelte';
import { WalletSends } from './sends.svelte';

export interface WalletDeps {
  readonly server: WalletServer;
  readonly store: WalletStorage;
  readonly keystore: WalletKeystore;
  readonly openTabs: OpenWalletTabs;
  readonly nowMs: () => number;
  readonly pollMs: number;
}

/** A "scan more" looks at this many further keys. */
const SCAN_KEYS = 100;

/** One open wallet: what this browser remembers of it at once, then in step with the chain as long as it is followed. */
export class WalletState implements SpendableWallet {
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

  readonly #deps: WalletDeps & { readonly walletId: string };
  readonly #addresses = new WalletAddresses();
  readonly #sync: WalletSync;
  readonly #tabs: WalletTabs;
  readonly #lists: WalletLists;
  #poolReading: PoolReading | undefined;
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
    this.#deps = { ...deps, walletId };
    const addresses = () => this.#addresses.book;
    this.#sync = new WalletSync({ ...this.#deps, readAddresses: addresses });
    this.sends = new WalletSends(walletId, store);
    this.#lists = new WalletLists({ walletId, store, labels: addresses, frozen: () => this.#frozen });
    this.#tabs = deps.openTabs(walletId, (news) => void this.#heard(news));
    this.keys = new WalletKeys({ walletId, keystore, addresses, onunlock: () => this.#unlocked() });
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

  get labels(): ReadonlyMap<Address, string> {
    return this.#addresses.labels;
  }

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
  get addressBook(): AddressRows {
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

  spendContext(): SpendContext {
    const { network, moment } = this;
    if (!network) throw new NoNetworkError();
    return { network, moment, addresses: this.addressBook };
  }

  async spendableFunds(): Promise<SpendableFunds> {
    const context = this.spendContext();
    const [holdings, feePerWeight] = await Promise.all([this.holdings(), this.feePerWeight()]);
    const excluded = new Set<string>([...this.frozen, ...this.sends.spent, ...spentBy(this.unconfirmed)]);
    return { ...context, hasSeed: this.hasSeed, holdings, excluded, feePerWeight };
  }

  payments(): AsyncIterable<WalletEvent> {
    return this.allEvents({ type: 'transaction' });
  }

  sendOf(id: TransactionId): SendRow | undefined {
    return this.sends.row(id);
  }

  followOf(id: TransactionId): FollowState | undefined {
    return this.sends.list.find((sent) => sent.id === id)?.follow;
  }

  async recordSend(sent: Omit<SendRow, 'walletId'>, change: SpendSummary['change']): Promise<void> {
    await this.sends.put({ ...sent, walletId: this.id });
    this.refresh();
    const before = this.#addresses.book;
    const given = change.map(({ address }) => address);
    this.#addresses.book = await giveForChange(this.#deps, before, given);
    if (this.#addresses.book !== before) this.#changed();
  }

  /** Recommended, in hastings for one unit of weight. */
  feePerWeight(signal?: AbortSignal): Promise<Hastings> {
    return this.#deps.server.fee({}, { signal }).then(hastings);
  }

  /** A send, or the signing of what was composed elsewhere. */
  send(): SendFlow {
    return new SendFlow({ wallet: this, server: this.#deps.server, nowMs: this.#deps.nowMs });
  }

  /** A fresh address. @throws {LockedError | NoAddressError} */
  async newAddress(label = ''): Promise<AddressView> {
    const { rows, row } = await handOutAddress(this.#deps, this.#addresses.book, label);
    this.#addresses.book = rows;
    this.#changed();
    return row;
  }

  async setLabel(address: Address, label: string): Promise<void> {
    await this.importLabels([{ address, label }]);
  }

  /** Labels of addresses it has; others are left out. @returns how many were set */
  async importLabels(entries: Iterable<{ readonly address: Address; readonly label: string }>): Promise<number> {
    const { rows, count } = await labelAddresses(this.#deps, this.#addresses.book, entries);
    this.#addresses.book = rows;
    this.#changed();
    return count;
  }

  /** Further addresses to watch; their past is read next. */
  async watchMore(entries: readonly WatchEntry[]): Promise<void> {
    await watchMore(this.#deps, entries);
    await this.#reload();
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
    await this.#reload();
    this.#changed();
    this.#sync.wake();
  }

  /** Forgets what it knows of the chain and reads it anew from the server; labels and frozen marks stay. */
  async readAnew(): Promise<void> {
    this.#row = await readAnew(this.#deps);
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
    this.#tabs.close();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const onwait = () => (this.status = { step: 'elsewhere' });
    const run = async () => {
      await this.#reload();
      for await (const event of this.#sync.run(signal)) await this.#take(event);
    };
    try {
      await this.#tabs.lead({ signal, onwait, run });
    } catch (error) {
      if (!signal.aborted) this.problem = toAppError(error);
    }
  }

  async #unlocked(): Promise<void> {
    this.#addresses.book = await keepAhead(this.#deps, this.#addresses.book);
    this.#sync.wake();
  }

  async #take(event: SyncEvent): Promise<void> {
    switch (event.type) {
      case 'moved':
        await this.#reload();
        this.#tabs.post({ type: 'chain' });
        this.#listsChanged();
        return;
      case 'pool':
        this.#tabs.post({ type: 'pool', events: event.events });
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
    this.#poolReading = { events, atMs: this.#deps.nowMs() };
    await this.#refreshSends();
  }

  async #refreshSends(): Promise<void> {
    const pool = this.#poolReading && { ...this.#poolReading, events: this.#pool };
    await this.sends.refresh(await this.#deps.store.sends(this.id), { tip: this.index, pool });
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
    this.#addresses.book = rowsByAddress(addresses);
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
    this.#tabs.post({ type: 'wallet' });
    this.#listsChanged();
  }

  #listsChanged(): void {
    this.#revision++;
    this.#lists.refresh();
  }
}
