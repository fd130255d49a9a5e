import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId, CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { proofLength } from '$lib/chain/proof/merkleProof';
import type { AppError } from '$lib/errors';
import {
  extendLookAhead,
  GAP_LIMIT,
  issueAddress,
  repairAddresses,
  recognizeAddresses
} from '$lib/services/wallet/addresses';
import { NotSyncedError } from '$lib/services/wallet/errors';
import { mainAddress } from '$lib/services/wallet/mainAddress';
import type { OwnLabels } from '$lib/services/wallet/labels';
import type { Prioritize } from '$lib/services/ports';
import type { OpenWalletTabs, WalletKeystore, WalletStorage } from '$lib/services/wallet/ports';
import type { WalletRow } from '$lib/services/wallet/records';
import { knownElsewhere } from '$lib/services/wallet/send/knownElsewhere';
import { paidElsewhere, type PaidElsewhere } from '$lib/services/wallet/send/paidElsewhere';
import { usedNames } from '$lib/services/wallet/sameWallet';
import { recommendedFee } from '$lib/services/wallet/send/recommendedFee';
import { isAhead, isOnAnother, isOnOtherChain } from '$lib/services/wallet/otherChain';
import type { PoolReading } from '$lib/services/wallet/send/followSend';
import type {
  SentTransfer,
  SpendableFunds,
  SpendableWallet,
  SpendContext
} from '$lib/services/wallet/send/spendableWallet';
import type { OtherServer } from '$lib/services/otherServers';
import type { PoolAnswer } from '$lib/services/wallet/sync/checkPool';
import type { ImportResult, ImportStep } from '$lib/services/wallet/sync/importOutputs';
import type { Sweep } from '$lib/services/wallet/sweep';
import { WalletSync } from '$lib/services/wallet/sync/walletSync';
import type {
  AddressRow as AddressView,
  WalletBalance,
  WalletStatus,
  WalletSummary,
  WatchEntry
} from '$lib/services/wallet/views';
import { issueForChange, labelAddresses, recount, rescan, watchMore } from '$lib/services/wallet/walletActions';
import type { ForeignSecret } from '$lib/wallet/keys/foreignKeys';
import type { Contact, UsedNames } from '$lib/wallet/formats/contacts';
import type { LabelSet } from '$lib/wallet/formats/labels';
import { holdingsOf, type WalletCache } from '$lib/wallet/sync/cache';
import { spentBy, type Holdings, type OwnedCoin, type OwnedFund } from '$lib/wallet/sync/coins';
import type { EventTexts, WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { SpendSummary } from '$lib/wallet/transfer/summarize';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { WalletContents } from './contents.svelte';
import { WalletFollower } from './follower.svelte';
import { WalletKeys } from './keys.svelte';
import { WalletLists } from './lists.svelte';
import { SendFlow } from './send.svelte';
import { WalletSends } from './sends.svelte';

export interface WalletDeps {
  readonly server: WalletServer;
  readonly store: WalletStorage;
  readonly keystore: WalletKeystore;
  readonly openTabs: OpenWalletTabs;
  /** The server is Quarry's embedded node, which is trusted with what signatures do not cover. */
  readonly isOwnNode: boolean;
  readonly nowMs: () => number;
  readonly pollMs: number;
  readonly prioritize: Prioritize;
  /** Whether the server's chain, or the one verified in this browser, is another one than the wallet's. */
  readonly isElsewhere: (wallet: Pick<WalletSummary, 'genesis'>, index: ChainIndex | undefined) => boolean;
  /** Called whenever it has synced to the tip. */
  readonly oncurrent: () => void;
  /** Called when addresses are added, which no backup file contains yet. */
  readonly onwatched: () => void;
}

/** Loaded on first use of labels or notes. */
const loadLabels = () => import('$lib/services/wallet/labels');

/** Number of additional keys that a scan examines. */
const SCAN_KEYS = 100;

/** An open wallet: shows stored data at once and syncs with the chain while followed. */
export class WalletState extends WalletContents implements SpendableWallet {
  readonly keys: WalletKeys;
  readonly sends: WalletSends;
  readonly lists: WalletLists;

  /** Stored addresses that did not match the wallet's keys; detected and replaced at unlock. */
  alteredAddresses = $state.raw<readonly Address[]>([]);

  #revision = $state(0);

  readonly #deps: WalletDeps & { readonly walletId: string };
  readonly #sync: WalletSync;
  readonly #follower: WalletFollower;
  readonly #closed = new AbortController();
  /** The block at which this tab last discovered addresses for the tab that syncs. */
  #discoveredAt: BlockId | undefined;
  #poolReading: PoolReading | undefined;
  #stored: WalletCache | undefined;
  /** As of the last {@link checkServer}. */
  #isServerOnAnother = false;

  /** Opens a stored wallet. @throws {UnknownWalletError} */
  static async open(walletId: string, deps: WalletDeps): Promise<WalletState> {
    const wallet = new WalletState(walletId, deps);
    await wallet.#reload();
    wallet.#follower.opened();
    if (wallet.hasSeed) await wallet.keys.readPasskeys();
    // If locked in the meantime, addresses are checked at the next unlock.
    if (!wallet.keys.locked) void wallet.#unlocked().catch(() => undefined);
    return wallet;
  }

  private constructor(walletId: string, deps: WalletDeps) {
    const { store, keystore } = deps;
    super(walletId, deps);
    this.#deps = { ...deps, walletId };
    const addresses = () => this.rows.book;
    this.#sync = new WalletSync({ ...this.#deps, readAddresses: addresses });
    this.sends = new WalletSends(walletId, store, () => this.#follower.changed());
    this.lists = new WalletLists({ walletId, store, texts: () => this.eventTexts(), frozen: () => this.frozen });
    this.#follower = new WalletFollower({
      walletId,
      store,
      sync: this.#sync,
      openTabs: deps.openTabs,
      reload: () => this.#reload(),
      takePool: (pool) => this.#takePool(pool),
      onchange: () => this.#listsChanged(),
      // If it fails, it is tried again with the next block.
      onnews: () => void this.#keepUp().catch(() => undefined),
      // This tab has the keys, too.
      onremoved: () => void this.keys.lock(),
      oncurrent: deps.oncurrent,
      readBehind: async (signal) => {
        const { index } = this;
        return index && (await isAhead(deps.server, index, signal)) ? index.id : undefined;
      },
      syncedAtMs: () => this.atMs,
      nowMs: deps.nowMs
    });
    this.keys = new WalletKeys({ walletId, keystore, addresses, onunlock: () => this.#unlocked() });
  }

  get status(): WalletStatus {
    return this.#follower.status;
  }

  /** The current sync error; cleared when resolved. */
  get problem(): AppError | undefined {
    return this.#follower.problem;
  }

  /** Proof length of an output of the wallet, while this tab syncs. */
  readonly proofLengthOf = (outputId: string): number | undefined => {
    const cache = this.#sync.held?.cache;
    const held = cache?.coins.get(outputId as CoinOutputId) ?? cache?.funds.get(outputId as FundOutputId);
    return cache && held?.leafIndex !== undefined ? proofLength(held.leafIndex, cache.numLeaves) : undefined;
  };

  override spendContext(transfer?: Pick<Transfer, 'network'>): SpendContext {
    const isOtherChain =
      isOnOtherChain(this.problem) || this.#isServerOnAnother || this.#deps.isElsewhere(this.info, this.index);
    return { ...super.spendContext(transfer), isOtherChain };
  }

  /** What another tab has synced is of its server's chain, which can be another one than that of this tab's server. */
  async checkServer(): Promise<void> {
    const { index, status } = this;
    const isSyncedHere = status.step === 'following';
    this.#isServerOnAnother = !isSyncedHere && index !== undefined && (await isOnAnother(this.#deps.server, index));
  }

  /** Incremented whenever coins, events or addresses may have changed. */
  get revision(): number {
    return this.#revision;
  }

  /** Syncs the wallet with the chain, here or in the tab that already does. @returns the stop function */
  follow(): () => void {
    return this.#follower.follow();
  }

  /** Polls the server now. */
  refresh(): void {
    this.#sync.watchPool = true;
    this.#sync.wake();
  }

  async event(id: Hash256): Promise<WalletEvent | undefined> {
    return this.pool.find((waiting) => waiting.id === id) ?? (await this.#deps.store.event(this.id, id));
  }

  /** All outputs with proofs. @throws {NotSyncedError} */
  async cache(): Promise<WalletCache> {
    const { index } = this;
    if (this.#sync.held && !this.#sync.isOutdated) return this.#sync.held.cache;
    const { coins, funds } = this.counts;
    const stored = this.#stored;
    // An import changes the outputs without a new block.
    const isCurrent =
      stored && index?.id === stored.index.id && coins === stored.coins.size && funds === stored.funds.size;
    if (isCurrent) return stored;
    const loaded = await this.#deps.store.loadCache(this.id);
    if (!loaded) throw new NotSyncedError();
    this.#stored = loaded.cache;
    return loaded.cache;
  }

  heldHere(ids: readonly Hash256[]): Promise<readonly (OwnedCoin | OwnedFund)[]> {
    return this.#deps.store.heldOutputs(ids);
  }

  async holdings(): Promise<Holdings> {
    return holdingsOf(await this.cache());
  }

  /** The part of the balance that is at some of the addresses. @throws {NotSyncedError} */
  async balanceAt(addresses: ReadonlySet<Address>): Promise<WalletBalance> {
    const { coins } = await this.cache();
    return this.partAt(coins.values(), addresses);
  }

  async spendableFunds(): Promise<SpendableFunds> {
    const context = this.spendContext();
    const [holdings, feePerWeight] = await Promise.all([this.holdings(), this.feePerWeight()]);
    const excluded = new Set<string>([...this.frozen, ...this.sends.spent, ...spentBy(this.unconfirmed)]);
    return { ...context, hasSeed: this.hasSeed, holdings, excluded, feePerWeight };
  }

  contacts(): Promise<readonly Contact[]> {
    return this.#deps.store.contacts();
  }

  usedNames(some: readonly Contact[], all: readonly Contact[]): Promise<UsedNames> {
    return usedNames(this.#deps.store, some, all);
  }

  paidElsewhere(payment: Pick<Transfer, 'network'>): Promise<readonly PaidElsewhere[]> {
    const { network, moment } = this.spendContext(payment);
    const payer = { walletId: this.id, network: network.name, height: moment.height };
    return paidElsewhere(this.#deps.store, payer);
  }

  knownElsewhere(): AsyncIterable<Address> {
    return knownElsewhere(this.#deps.store, this.id);
  }

  payments(): AsyncIterable<WalletEvent> {
    return this.lists.allEvents({ type: 'transaction' });
  }

  async recordSend(sent: SentTransfer, change: SpendSummary['change']): Promise<void> {
    await this.sends.put({ ...sent, walletId: this.id });
    this.refresh();
    const before = this.rows.book;
    const given = change.map(({ address }) => address);
    this.rows.book = await issueForChange(this.#deps, before, given);
    if (this.rows.book !== before) this.#follower.changed();
  }

  /** Recommended fee in hastings per unit of weight. */
  feePerWeight(signal?: AbortSignal): Promise<Hastings> {
    return recommendedFee(this.#deps.server, signal);
  }

  /** Starts a payment, or the signing of a transfer composed elsewhere. */
  send(): SendFlow {
    return new SendFlow({ ...this.#deps, wallet: this });
  }

  /**
   * Looks for coins of another wallet's secret, to move them here. Its keys stay in the keystore worker until the sweep
   * is closed.
   * @throws wallet/word-count, wallet/unknown-word, wallet/phrase-checksum, wallet/private-key-mismatch
   */
  async sweep(secret: ForeignSecret, signal: AbortSignal): Promise<Sweep> {
    const { openSweep } = await import('$lib/services/wallet/sweep');
    const deps = { ...this.#deps, id: `sweep-${this.id}`, receiver: this, from: this.tipState };
    return openSweep(deps, this.spendContext(), secret, signal);
  }

  /**
   * The address that a sweep pays. Browser storage is not authenticated, so the address is verified against the keys.
   * @throws {LockedError | AlteredAddressError | NoAddressError}
   */
  async sweepAddress(): Promise<Address> {
    const { address } = mainAddress(this.addresses) ?? (await this.newAddress());
    if (this.hasSeed) await this.keys.requireDerived([address]);
    return address;
  }

  /** A payment of everything the sweep found. */
  sendFrom(sweep: Sweep): SendFlow {
    return new SendFlow({ ...this.#deps, wallet: sweep });
  }

  /** Issues a new address. @throws {LockedError | NoAddressError} */
  async newAddress(label = ''): Promise<AddressView> {
    const { rows, row } = await issueAddress(this.#deps, this.rows.book, label);
    this.rows.book = rows;
    this.#follower.changed();
    return row;
  }

  /**
   * Derives keys beyond the look-ahead if some of these addresses are theirs: a device that signs offline does not learn
   * from the chain which addresses were issued. @returns whether any was
   */
  async recognize(addresses: readonly Address[]): Promise<boolean> {
    const before = this.rows.book;
    const after = await recognizeAddresses(this.#deps, before, addresses);
    if (after === before) return false;
    this.rows.book = after;
    this.#follower.changed();
    return true;
  }

  async setLabel(address: Address, label: string): Promise<void> {
    const { rows } = await labelAddresses(this.#deps, this.rows.book, [{ address, label }]);
    this.rows.book = rows;
    this.#follower.changed();
  }

  /** All labels, including those of other software. */
  async readLabels(): Promise<LabelSet> {
    const { readLabels } = await loadLabels();
    return readLabels(this.#deps, this.#ownLabels);
  }

  /** Changes the labels as they are now, which may be later than they were shown. */
  async changeLabels<S extends LabelSet>(
    change: (current: LabelSet) => S
  ): Promise<{ readonly before: LabelSet; readonly after: S }> {
    const { changeLabels } = await loadLabels();
    const changed = await changeLabels(this.#deps, () => this.#ownLabels, change);
    await this.#reload();
    this.#follower.changed();
    return changed;
  }

  /** The note of a transaction or other event; empty without one. */
  async noteOf(eventId: Hash256): Promise<string> {
    const { noteOf } = await loadLabels();
    return noteOf(await this.readLabels(), eventId);
  }

  /** Labels, names and notes of events, for searches and exports. */
  async eventTexts(): Promise<EventTexts> {
    const { readEventTexts } = await loadLabels();
    return readEventTexts(this.#deps, this.rows.book);
  }

  async setNote(eventId: Hash256, note: string): Promise<void> {
    const { withNote } = await loadLabels();
    await this.changeLabels((current) => withNote(current, eventId, note));
  }

  get #ownLabels(): OwnLabels {
    return { rows: this.rows.book, frozen: this.frozen };
  }

  /** Adds addresses to watch and triggers reading their history. */
  async watchMore(entries: readonly WatchEntry[]): Promise<void> {
    await watchMore(this.#deps, entries, this.rows.book.size);
    this.#deps.onwatched();
    await this.#reload();
    this.#follower.changed();
    this.#sync.wake();
  }

  /** Frozen coins are not selected automatically. */
  async freeze(ids: readonly CoinOutputId[], frozen: boolean): Promise<void> {
    await this.#deps.store.setFrozen(this.id, ids, frozen);
    await this.#reload();
    this.#follower.changed();
  }

  /**
   * Scans additional keys for used addresses, then reads their history.
   * @throws {LockedError} requires the keys
   */
  async scanMore(keys = SCAN_KEYS, signal: AbortSignal = new AbortController().signal): Promise<void> {
    const row = (await this.#deps.store.wallet(this.id)) ?? this.row;
    return this.#discover(row, keys, signal);
  }

  async #discover(row: WalletRow, gapLimit: number, signal: AbortSignal): Promise<void> {
    const { status } = this.#follower;
    this.#follower.status = { step: 'discovering', checked: row.checkedUpTo, found: 0 };
    try {
      for await (const event of this.#sync.discover(row, gapLimit, signal)) await this.#follower.take(event);
    } finally {
      // The other tab reads the history of what was found, unless this one has taken over.
      if (status.step === 'other-tab' && this.status.step === 'discovering') this.#follower.status = status;
    }
    await this.#reload();
    this.#follower.changed();
    this.#sync.wake();
  }

  /**
   * The tab that syncs may be locked: another one that has the keys derives further addresses for it, and discovers used
   * ones. A server may report every address as used: at most one discovery per block, and none after one that was cut.
   */
  async #keepUp(): Promise<void> {
    const isElsewhere = () => this.status.step === 'other-tab';
    if (this.keys.locked || !isElsewhere()) return;
    if (await this.#extendLookAhead()) this.#follower.changed();
    const row = await this.#deps.store.wallet(this.id);
    const at = this.index?.id;
    const isRepeated = at !== undefined && at === this.#discoveredAt;
    if (!row?.discover || row.discoveryCut || isRepeated || !isElsewhere()) return;
    this.#discoveredAt = at;
    await this.#discover(row, GAP_LIMIT, this.#closed.signal);
  }

  /**
   * Imports outputs unknown to our node from another wallet server.
   * @throws as {@link importOutputs}
   */
  async *importFrom(other: OtherServer, signal: AbortSignal): AsyncGenerator<ImportStep, ImportResult> {
    const { importOutputs } = await import('$lib/services/wallet/sync/importOutputs');
    const onAddresses = () => {
      this.#follower.changed();
      this.#sync.wake();
    };
    const result = yield* importOutputs({ ...this.#deps, onAddresses }, other, signal);
    this.#sync.isOutdated = true;
    await this.#follower.take({ type: 'moved' });
    this.#sync.wake();
    return result;
  }

  /** Discards all chain data and reads it again from the server; keeps labels and frozen marks. */
  async rescan(): Promise<void> {
    this.#readAgain(await rescan(this.#deps));
  }

  /** The user has confirmed the recovery phrase. */
  async confirmPhrase(): Promise<void> {
    this.row = await this.#deps.store.changeWallet(this.id, { phrasePending: false });
    this.#follower.changed();
  }

  async rename(name: string): Promise<void> {
    this.row = await this.#deps.store.changeWallet(this.id, { name });
    this.#follower.changed();
  }

  /** Releases all resources; the object must not be used afterwards. */
  close(): void {
    this.#closed.abort();
    this.#follower.close();
  }

  /** Releases all resources, because the wallet was removed; pages that still show it say so. */
  removed(): void {
    this.close();
    this.#follower.removed();
  }

  async #unlocked(): Promise<void> {
    const { book } = this.rows;
    const { altered, rows } = await repairAddresses(this.#deps, book);
    const isRepaired = rows !== book;
    // Otherwise they may have changed meanwhile.
    if (isRepaired) this.rows.book = rows;
    await this.#extendLookAhead();
    if (isRepaired) {
      this.alteredAddresses = [...this.alteredAddresses, ...altered];
      // Recount: outputs of the altered addresses do not belong to the wallet, those of the restored addresses do.
      return this.#readAgain(await recount(this.#deps));
    }
    this.#sync.wake();
    void this.#keepUp().catch(() => undefined);
  }

  /** Derives missing look-ahead addresses. @returns whether any were added */
  async #extendLookAhead(): Promise<boolean> {
    const before = this.rows.book;
    const after = await extendLookAhead(this.#deps, before);
    if (after === before) return false;
    this.rows.book = after;
    return true;
  }

  #readAgain(row: WalletRow): void {
    this.row = row;
    this.#follower.status = { step: 'opening' };
    this.#follower.changed();
    this.#sync.wake();
  }

  async #takePool({ askedAtMs, events, unverified }: PoolAnswer): Promise<void> {
    this.pool = events;
    this.unverified = unverified;
    this.#poolReading = { events: [...events, ...unverified], atMs: askedAtMs };
    await this.#refreshSends();
  }

  async #refreshSends(): Promise<void> {
    const pool = this.#poolReading && { ...this.#poolReading, events: [...this.pool, ...this.unverified] };
    const blockMs = this.moment.medianTimestamp * 1000;
    const sightings = { tip: this.index, pool, nowMs: this.#deps.nowMs(), blockMs };
    await this.sends.refresh(await this.#deps.store.sends(this.id), sightings);
    this.#sync.watchPool = this.sends.hasPending || this.pool.length > 0;
  }

  async #reload(): Promise<void> {
    await this.readStored();
    await this.#refreshSends();
  }

  #listsChanged(): void {
    this.#revision++;
    this.lists.refresh();
  }
}
