import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { CoinOutputId, Hash256 } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { publicNetworkNamed } from '$lib/chain/network/publicNetworks';
import { unixSeconds, type Height } from '$lib/chain/time';
import { medianTimestamp } from '$lib/consensus/state';
import { rowsByAddress, type AddressRows } from '$lib/services/wallet/addresses';
import {
  balanceAt,
  balanceFrom,
  coinsAt,
  nextMaturity,
  timeLockedAddresses,
  watchedAddresses,
  type BalanceParts,
  type NextMaturity
} from '$lib/services/wallet/balance';
import { balancesOfEvents } from '$lib/services/wallet/balanceHistory';
import { NoNetworkError, NotSyncedError } from '$lib/services/wallet/errors';
import { coinView, fundView } from '$lib/services/wallet/lists';
import type { WalletStorage } from '$lib/services/wallet/ports';
import type { MetaRow, OutputImport, TipState, WalletRow } from '$lib/services/wallet/records';
import type { SpendContext } from '$lib/services/wallet/send/spendableWallet';
import { summaryOf } from '$lib/services/wallet/summary';
import type {
  AddressRow as AddressView,
  CoinRow,
  FundRow,
  HistoryPoint,
  WalletBalance,
  WalletSummary
} from '$lib/services/wallet/views';
import type { Moment } from '$lib/wallet/policy/satisfy';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { WalletAddresses } from './addresses.svelte';

const FEW_DAYS = 3;
const FEW_EVENTS = 1_000;

/** Before the first sync. */
const NO_MOMENT: Moment = { height: 0, medianTimestamp: unixSeconds(0) };

const momentOf = ({ state }: MetaRow): Moment => ({
  height: state.index.height,
  medianTimestamp: medianTimestamp(state)
});

/**
 * A wallet's stored data as shown by pages: balances, addresses, history. Read when the wallet is opened and after
 * every change.
 */
export class WalletContents {
  readonly id: string;
  /** Totals at the end of each day with events, or after each event of a short history; oldest first. */
  history = $state.raw<readonly HistoryPoint[]>([]);

  protected row = $state.raw() as WalletRow;
  protected pool = $state.raw<readonly WalletEvent[]>([]);
  /** Pending events that the server reports without proof; no balance and no decision depends on them. */
  unverified = $state.raw<readonly WalletEvent[]>([]);
  protected readonly rows = new WalletAddresses();
  #parts = $state.raw<Omit<BalanceParts, 'pool'>>();
  #funds = $state.raw<readonly OwnedFund[]>([]);
  #frozen = $state.raw<ReadonlySet<CoinOutputId>>(new Set());
  #timeLocked = $state.raw<ReadonlySet<Address>>(new Set());
  #watched = $state.raw<ReadonlySet<Address>>(new Set());
  readonly #store: WalletStorage;
  readonly #isOwnNode: boolean;
  #historyOf: readonly [eventCount: number, index: ChainIndex] | undefined;

  constructor(walletId: string, { store, isOwnNode }: { readonly store: WalletStorage; readonly isOwnNode: boolean }) {
    this.id = walletId;
    this.#store = store;
    this.#isOwnNode = isOwnNode;
  }

  get info(): WalletSummary {
    return summaryOf(this.row, this.#parts?.meta);
  }

  get hasSeed(): boolean {
    return this.row.kind === 'seed';
  }

  /** The block of the last sync; undefined before the first. */
  get index(): ChainIndex | undefined {
    return this.#parts?.meta.state.index;
  }

  /** Height of that block; 0 before the first sync. */
  get tipHeight(): Height {
    return this.index?.height ?? 0;
  }

  /** Coins after the newest confirmed event, including imported ones; undefined before the first sync. */
  get confirmedCoins(): Hastings | undefined {
    return this.#parts?.meta.coins;
  }

  /** Time of that sync, milliseconds since 1970. */
  get atMs(): number | undefined {
    return this.#parts?.meta.atMs;
  }

  /** The last address discovery ended at its limit. */
  get discoveryCut(): boolean {
    return this.row.discoveryCut ?? false;
  }

  get network(): Network | undefined {
    return this.row.network;
  }

  readonly balance: WalletBalance | undefined = $derived.by(() =>
    this.#parts ? balanceFrom({ ...this.#parts, pool: this.pool }) : undefined
  );

  readonly nextMaturity: NextMaturity | undefined = $derived.by(() =>
    this.#parts ? nextMaturity({ ...this.#parts, pool: this.pool }) : undefined
  );

  /** As {@link nextMaturity}, without coins at some of the addresses. */
  maturityWithout(elsewhere: ReadonlySet<Address>): NextMaturity | undefined {
    return this.#parts && nextMaturity({ ...this.#parts, pool: this.pool }, elsewhere);
  }

  /** Immature coins, in order of maturity. */
  get maturing(): readonly CoinRow[] {
    return (this.#parts?.immature ?? []).map((coin) => coinView(coin, this.#frozen));
  }

  /** The network's target block time in seconds. */
  get blockSeconds(): number | undefined {
    return this.network && Number(this.network.blockInterval) / 1e9;
  }

  /** Outputs proven by other servers, because our node's chain starts after them. */
  get imports(): readonly OutputImport[] {
    return this.#parts?.meta.imports ?? [];
  }

  /** Outputs that were held are from before our node's first block, so that a rescan has not found them. */
  get importDue(): boolean {
    return this.row.importDue ?? false;
  }

  /** Total of the payouts that should have matured and that no server has listed yet. */
  get missingCoins(): Hastings {
    return hastings((this.row.missingPayouts ?? []).reduce((sum, { output }) => sum + output.value, 0n));
  }

  get labels(): ReadonlyMap<Address, string> {
    return this.rows.labels;
  }

  /** The label of an address; empty without one. */
  readonly labelOf = (address: string): string => this.labels.get(address as Address) ?? '';

  get counts() {
    const { coinCount = 0, eventCount = 0 } = this.#parts?.meta ?? {};
    return { coins: coinCount, funds: this.#funds.length, events: eventCount, addresses: this.addresses.length };
  }

  /** Issued or used addresses, by key index. */
  get addresses(): readonly AddressView[] {
    return this.rows.shown;
  }

  /** None of the outputs can be spent, because no address has a known policy. */
  get isBare(): boolean {
    return !this.hasSeed && this.addresses.length > 0 && this.addresses.every(({ policy }) => policy === undefined);
  }

  /** Spending takes policies that the recovery words of the key holders do not restore. */
  get needsPolicy(): boolean {
    const policies = [this.info.policy, ...this.addresses.map(({ policy }) => policy)];
    return !this.hasSeed && policies.some((policy) => policy?.type === 'thresh');
  }

  /** All watched addresses, including the look-ahead. */
  get addressBook(): AddressRows {
    return this.rows.book;
  }

  /** Unconfirmed events in the pool. */
  get unconfirmed(): readonly WalletEvent[] {
    return this.pool;
  }

  /** Fund outputs, largest first; few enough to hold in memory. */
  readonly funds: readonly FundRow[] = $derived.by(() => {
    const { fundTaxRevenue } = this.#parts?.meta.state ?? {};
    if (fundTaxRevenue === undefined) return [];
    const rows = this.#funds.map((fund) => fundView(fund, fundTaxRevenue));
    return rows.sort((a, b) => Number(b.units - a.units) || (a.id < b.id ? -1 : 1));
  });

  get frozen(): ReadonlySet<CoinOutputId> {
    return this.#frozen;
  }

  /** Addresses whose policies do not allow payments yet. */
  get timeLocked(): ReadonlySet<Address> {
    return this.#timeLocked;
  }

  /** Addresses without a known policy: no payment of this wallet can spend their coins. */
  get watched(): ReadonlySet<Address> {
    return this.#watched;
  }

  /** Height and median timestamp for evaluating policies. */
  get moment(): Moment {
    return this.#parts ? momentOf(this.#parts.meta) : NO_MOMENT;
  }

  /**
   * @param transfer to sign. The rules of public networks are built in, so that a device that never reached a server can
   * sign for them.
   * @throws {NoNetworkError} its network is neither known nor public
   */
  spendContext(transfer?: Pick<Transfer, 'network'>): SpendContext {
    const { network = transfer && publicNetworkNamed(transfer.network), moment, frozen } = this;
    if (!network) throw new NoNetworkError();
    const { fundTaxRevenue } = this.#parts?.meta.state ?? {};
    return { network, moment, addresses: this.addressBook, frozen, fundTaxRevenue, isOwnNode: this.#isOwnNode };
  }

  /** Chain state at the wallet's block. */
  protected get tipState(): TipState | undefined {
    return this.#parts?.meta.state;
  }

  /** @param coins all of the wallet @throws {NotSyncedError} */
  protected partAt(coins: Iterable<OwnedCoin>, addresses: ReadonlySet<Address>): WalletBalance {
    if (!this.#parts) throw new NotSyncedError();
    return balanceAt({ ...this.#parts, pool: this.pool }, coins, addresses);
  }

  protected async readStored(): Promise<void> {
    const { book } = this.rows;
    const { row, meta, addresses, funds, immature, frozen, frozenIds } = await this.#store.open(this.id);
    const allRows = rowsByAddress(addresses);
    const closed = timeLockedAddresses(allRows, meta ? momentOf(meta) : NO_MOMENT);
    // All coins of a shared wallet have its policy: its totals need no coins.
    const isAllLocked = row.policy !== undefined && closed.size > 0;
    const timeLocked = isAllLocked ? 'all' : await coinsAt(this.#store, this.id, closed);
    const unknown = watchedAddresses(allRows);
    const isBare = unknown.size > 0 && unknown.size === allRows.size;
    const watched = isBare ? 'all' : await coinsAt(this.#store, this.id, unknown);
    // Pool events may have been confirmed; the pool itself is read soon after. Updated together with the balance, so
    // that nothing counts twice.
    const confirmed = meta ? await this.#confirmed([...this.pool, ...this.unverified]) : new Set<Hash256>();
    // Addresses were changed or read in the meantime, so these may be older.
    if (this.rows.book !== book) return this.readStored();
    const waits = ({ id }: WalletEvent) => !confirmed.has(id);
    this.pool = this.pool.filter(waits);
    this.unverified = this.unverified.filter(waits);
    this.row = row;
    this.#funds = funds;
    this.#frozen = frozenIds;
    this.#timeLocked = closed;
    this.#watched = unknown;
    this.#parts = meta && { meta, immature, frozen, funds, timeLocked, watched };
    this.rows.book = allRows;
    // Not awaited: a long history must not delay balances.
    if (meta) void this.#readHistory(meta).catch(() => undefined);
  }

  async #readHistory({ eventCount, coins, state: { index } }: MetaRow): Promise<void> {
    const [knownCount, knownIndex] = this.#historyOf ?? [];
    // Blocks without events leave it unchanged; a reorganization may change it even at the same count.
    if (knownCount === eventCount && knownIndex && index.height > knownIndex.height) return;
    if (knownIndex?.id === index.id) return;
    this.#historyOf = [eventCount, index];
    const days = await this.#store.days(this.id);
    // A short history is charted event by event: one point per day would show nothing in the first days.
    this.history =
      days.length <= FEW_DAYS && eventCount <= FEW_EVENTS
        ? balancesOfEvents(await this.#store.eventPage(this.id, undefined, undefined, FEW_EVENTS), coins)
        : days;
  }

  /** Ids of those events that are stored, i.e. confirmed in a block. */
  async #confirmed(events: readonly WalletEvent[]): Promise<Set<Hash256>> {
    const found = await Promise.all(events.map(({ id }) => this.#store.event(this.id, id)));
    return new Set(events.filter((_, i) => found[i] !== undefined).map(({ id }) => id));
  }
}
