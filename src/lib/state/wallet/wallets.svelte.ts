import type { WalletServer } from '$lib/api/wallet-server/client';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { lazy } from '$lib/async/lazy';
import { toAppError, type AppError } from '$lib/errors';
import type { OpenChannel, Prioritize, TabChannel } from '$lib/services/ports';
import { DamagedWalletsError } from '$lib/services/wallet/errors';
import { isWalletRow } from '$lib/services/wallet/records';
import {
  createWallet,
  restoreWallet,
  watchWallet,
  type CreateDeps,
  type NewSeedWallet,
  type NewWatchedWallet
} from '$lib/services/wallet/createWallet';
import { readBackup, restoreBackup, writeBackup, type BackupPreview } from '$lib/services/wallet/backup';
import type {
  OnProgress,
  OpenWalletTabs,
  StorageStatus,
  WalletKeystore,
  WalletStorage
} from '$lib/services/wallet/ports';
import { firstAddressOfPhrase, walletWithAll, walletWithFirst, type SameWallet } from '$lib/services/wallet/sameWallet';
import { draftKey } from '$lib/services/wallet/send/draftKey';
import { summaryOf } from '$lib/services/wallet/summary';
import type { WalletSummary, WatchEntry } from '$lib/services/wallet/views';
import type { ProvenChain, UnprovenReason } from '$lib/wallet/sync/outputProof';
import { Persisted } from '../reactive/persisted.svelte';
import { watchIdle } from './autoLock.svelte';
import { WalletPayees } from './miningPayees.svelte';
import { WalletState } from './wallet.svelte';

/** Storage of wallets and keys. */
export interface WalletHome {
  readonly store: WalletStorage;
  readonly keystore: WalletKeystore;
}

export interface WalletsDeps {
  readonly server: WalletServer;
  /** @param onwarning called when nothing can be stored permanently, now or later */
  readonly openHome: (onwarning: (warning: AppError) => void) => Promise<WalletHome>;
  readonly openTabs: OpenWalletTabs;
  readonly openChannel: OpenChannel;
  /** The server is Quarry's embedded node. */
  readonly isOwnNode: boolean;
  /** What the light client has verified at a block. */
  readonly provenAt: (index: ChainIndex) => ProvenChain | UnprovenReason;
  readonly askToPersist: () => Promise<boolean>;
  readonly readStorage: () => Promise<StorageStatus>;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly pollMs: number;
  readonly prioritize: Prioritize;
}

const PHRASE_ENTROPY_BYTES = 16;
const DEFAULT_AUTO_LOCK_MINUTES = 15;
const MAX_AUTO_LOCK_MINUTES = 24 * 60;

/** Decodes stored minutes; undefined if invalid. A part of one would lock a wallet as soon as it is unlocked. */
export const parseAutoLockMinutes = (stored: unknown): number | undefined =>
  Number.isInteger(stored) && (stored as number) >= 0 && (stored as number) <= MAX_AUTO_LOCK_MINUTES
    ? (stored as number)
    : undefined;

/** Decodes stored ids; undefined if invalid. */
export const parseIds = (stored: unknown): readonly string[] | undefined =>
  Array.isArray(stored) && stored.every((id) => typeof id === 'string') ? stored : undefined;

const parseCount = (stored: unknown): number | undefined =>
  typeof stored === 'number' && Number.isSafeInteger(stored) && stored >= 0 ? stored : undefined;

/** Deletes the payment form of a removed wallet from this tab. */
function deleteDraft(walletId: string): void {
  try {
    sessionStorage.removeItem(draftKey(walletId));
  } catch {
    // Storage denied: nothing was stored.
  }
}

/** The wallets of this browser. */
export class Wallets {
  list = $state.raw<readonly WalletSummary[]>([]);
  /** Genesis block of the server's chain; undefined until the server has responded. */
  genesis = $state.raw<BlockId>();
  /** Wallets on the server's chain or on no chain yet; all wallets until the server has responded. */
  readonly here: readonly WalletSummary[] = $derived(this.list.filter((wallet) => !this.isElsewhere(wallet)));
  /** Wallets on other chains. */
  readonly elsewhere: readonly WalletSummary[] = $derived(this.list.filter((wallet) => this.isElsewhere(wallet)));
  /** The list has been loaded. */
  ready = $state(false);
  /** Wallet names by address, including addresses not yet issued. */
  ownNames = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Ids of wallets that only watch addresses: without a policy, none of their coins can be spent. */
  bare = $state.raw<ReadonlySet<string>>(new Set());
  /** Why data cannot be stored permanently. */
  warning = $state.raw<AppError>();
  problem = $state.raw<AppError>();
  /** How the browser stores the data; undefined until read. */
  storage = $state.raw<StorageStatus>();
  /** Some wallets cannot be shown. */
  damaged = $state.raw<AppError>();
  /** Whether the browser granted persistent storage; undefined until requested. */
  persisted = $state<boolean>();

  /** Incremented whenever wallets are locked: recovery words on the screen must not outlast the keys in memory. */
  locks = $state(0);

  /** Issues addresses for mining payouts. */
  readonly payees: WalletPayees;

  readonly #autoLock = new Persisted<number>('auto-lock-minutes', DEFAULT_AUTO_LOCK_MINUTES, parseAutoLockMinutes);
  /** Ids of the wallets that are in a backup file with all their addresses. */
  readonly #backedUp = new Persisted<readonly string[]>('backed-up', [], parseIds);
  /** Kept in local storage, which may outlive the wallets' database. Changes when another tab removes a wallet. */
  readonly #lastCount = new Persisted<number>('wallet-count', 0, parseCount, () => {
    if (this.ready) void this.refresh();
  });
  readonly #deps: WalletsDeps;
  /** Announces the ids of removed wallets. */
  readonly #removals: TabChannel<string>;
  /** Announces locks by hand: the id of a wallet, or an empty text for all of them. */
  readonly #handLocks: TabChannel<string>;
  readonly #open = new Map<string, Promise<WalletState>>();
  #opened: WalletHome | undefined;
  /** Opened on first use. */
  readonly #home = lazy(async () => (this.#opened = await this.#deps.openHome((warning) => (this.warning = warning))));
  readonly #readGenesis = lazy(async () => (await this.#deps.server.indexAt({ params: { height: 0 } })).id);

  constructor(deps: WalletsDeps) {
    this.#deps = deps;
    this.#removals = deps.openChannel('quarry:removed-wallets', (id: string) => void this.#removedElsewhere(id));
    this.#handLocks = deps.openChannel('quarry:locked-wallets', (id: string) => void this.#lock(id));
    this.payees = new WalletPayees({
      list: () => this.here,
      open: (id) => this.open(id),
      learnChain: () => this.#learnGenesis(),
      isElsewhere: (wallet) => this.isElsewhere(wallet),
      nowMs: deps.nowMs
    });
  }

  /** Whether the wallet belongs to a different chain than the server's. */
  isElsewhere({ genesis }: Pick<WalletSummary, 'genesis'>): boolean {
    return genesis !== undefined && this.genesis !== undefined && genesis !== this.genesis;
  }

  /** Number of wallets lost because the browser cleared its storage; 0 if none. */
  get lost(): number {
    return this.ready && this.list.length === 0 && !this.damaged && !this.warning ? this.#lastCount.value : 0;
  }

  /** Clears {@link lost}. */
  dismissLost(): void {
    this.#lastCount.value = 0;
  }

  /** Minutes of inactivity after which all wallets are locked; 0 for never. */
  get autoLockMinutes(): number {
    return this.#autoLock.value;
  }

  set autoLockMinutes(minutes: number) {
    this.#autoLock.value = minutes;
  }

  /** Locks idle wallets. @returns the stop function; as nothing would lock them any more, it locks them */
  watchIdle(): () => void {
    const lock = () => void this.lockAll();
    const stop = watchIdle(() => this.autoLockMinutes, lock);
    return () => {
      stop();
      lock();
    };
  }

  /**
   * Loads the list; an error is in `problem`.
   * @param hasRemoved the user has removed a wallet, here or in another tab: if none are left, none were lost
   */
  async refresh(hasRemoved = false): Promise<void> {
    void this.#learnGenesis();
    try {
      const { store } = await this.#home();
      const [rows, metas] = await Promise.all([store.wallets(), store.metas()]);
      const metaOf = new Map(metas.map((meta) => [meta.walletId, meta]));
      const shown = rows.filter(isWalletRow).sort((a, b) => a.createdAtMs - b.createdAtMs);
      const gone = this.list.filter(({ id }) => !rows.some((row) => row.id === id));
      this.list = shown.map((row) => summaryOf(row, metaOf.get(row.id)));
      if (rows.length > 0 || hasRemoved) this.#lastCount.value = rows.length;
      for (const { id } of gone) void this.#forget(id);
      this.damaged = shown.length < rows.length ? new DamagedWalletsError(rows.length - shown.length) : undefined;
      const owned = await Promise.all(
        shown.map(async ({ id, name }) => ({ id, name, rows: await store.addresses(id) }))
      );
      this.ownNames = new Map(owned.flatMap(({ name, rows }) => rows.map(({ address }) => [address, name] as const)));
      this.bare = new Set(owned.flatMap(({ id, rows }) => (rows.some(({ policy }) => policy) ? [] : [id])));
      this.ready = true;
      this.problem = undefined;
    } catch (error) {
      this.problem = toAppError(error);
    }
  }

  /** Generates a twelve-word phrase. The word list is loaded on first use. */
  async newPhrase(): Promise<string> {
    const { newPhrase } = await import('$lib/wallet/keys/phrase');
    return newPhrase(this.#deps.randomBytes(PHRASE_ENTROPY_BYTES));
  }

  /** Creates a wallet from a new phrase. @returns its id */
  create(wallet: NewSeedWallet): Promise<string> {
    return this.#add((deps) => createWallet(deps, wallet));
  }

  /** Restores a wallet from its phrase; its addresses are discovered when it is opened. @returns its id */
  restore(wallet: NewSeedWallet): Promise<string> {
    return this.#add((deps) => restoreWallet(deps, wallet));
  }

  /** The wallet on this chain that already has the keys of a phrase: restoring it would list its coins twice. */
  async withPhrase(phrase: string): Promise<SameWallet | undefined> {
    const { store, keystore } = await this.#home();
    const first = await firstAddressOfPhrase(keystore, this.#deps.newId(), phrase);
    return walletWithFirst(store, first, (wallet) => !this.isElsewhere(wallet));
  }

  /** The wallet on this chain that already lists all of the addresses. */
  async withAddresses(entries: readonly WatchEntry[]): Promise<SameWallet | undefined> {
    const { store } = await this.#home();
    const addresses = entries.map(({ address }) => address);
    return walletWithAll(store, addresses, (wallet) => !this.isElsewhere(wallet));
  }

  /** Adds a watch-only wallet. @returns its id */
  watch(wallet: NewWatchedWallet): Promise<string> {
    return this.#add((deps) => watchWallet(deps, wallet));
  }

  /** The address book, loaded on first use. */
  readonly openContacts = lazy(async () => {
    const [{ Contacts }, { store }] = await Promise.all([import('./contacts.svelte'), this.#home()]);
    const contacts = new Contacts(store, this.#deps.openChannel);
    await contacts.load();
    return contacts;
  });

  /** All wallets as an encrypted file. */
  async writeBackup(password: string, onProgress?: OnProgress): Promise<string> {
    const { nowMs } = this.#deps;
    const { text, complete } = await writeBackup(await this.#home(), password, nowMs(), onProgress);
    this.#backedUp.value = complete;
    return text;
  }

  /** Reads the contents of a backup file. @throws {BackupError} */
  async readBackup(text: string, password: string, onProgress?: OnProgress): Promise<BackupPreview> {
    return readBackup(await this.#home(), text, password, onProgress);
  }

  /** Adds the wallets of a backup that are missing here. @returns how many */
  async restoreBackup(preview: BackupPreview): Promise<number> {
    const count = await restoreBackup(await this.#home(), preview);
    // One that was already here may have more addresses than the file.
    const ids = preview.wallets.filter(({ isPresent }) => !isPresent).map(({ id }) => id);
    this.#backedUp.value = [...new Set([...this.#backedUp.value, ...ids])];
    await (await this.openContacts()).changed();
    await this.refresh();
    return count;
  }

  /** Wallets not completely included in any backup file that this browser saved or restored. */
  get withoutBackup(): readonly WalletSummary[] {
    return this.list.filter(({ id }) => !this.#backedUp.value.includes(id));
  }

  /** Requests persistent storage, which the browser does not evict under storage pressure. */
  async askToPersist(): Promise<void> {
    this.persisted = await this.#deps.askToPersist().catch(() => false);
    await this.readStorage();
  }

  /** Reads how the browser stores the data. */
  async readStorage(): Promise<void> {
    this.storage = await this.#deps.readStorage().catch(() => undefined);
  }

  async rename(id: string, name: string): Promise<void> {
    const { store } = await this.#home();
    if (this.#open.has(id)) await (await this.open(id)).rename(name);
    else await store.changeWallet(id, { name });
    await this.refresh();
  }

  /** Removes a wallet and its keys from this browser; only the recovery phrase can restore them. */
  async remove(id: string): Promise<void> {
    const { store } = await this.#home();
    // First: if it fails, the wallet stays open.
    await store.removeWallet(id);
    this.#removals.post(id);
    await this.#forget(id);
    await this.refresh(true);
  }

  async #removedElsewhere(id: string): Promise<void> {
    if (!this.ready) return;
    const { store } = await this.#home();
    await store.removeMovedWallet(id);
    await this.refresh(true);
  }

  /** Closes a wallet that this or another tab has removed, locks it, and ends mining to it. */
  async #forget(id: string): Promise<void> {
    const { keystore } = await this.#home();
    const opening = this.#open.get(id);
    this.#open.delete(id);
    (await opening?.catch(() => undefined))?.removed();
    this.payees.removed(id);
    deleteDraft(id);
    await keystore.lock(id);
  }

  /** Opens the wallet, once. @throws {UnknownWalletError} */
  open(id: string): Promise<WalletState> {
    const known = this.#open.get(id);
    if (known) return known;
    const isElsewhere = (wallet: Pick<WalletSummary, 'genesis'>, index: ChainIndex | undefined): boolean =>
      this.isElsewhere(wallet) || (index !== undefined && this.#deps.provenAt(index) === 'other-branch');
    const events = { oncurrent: () => this.#caughtUp(id), onwatched: () => this.#outgrewBackup(id) };
    const opening = this.#home().then((home) =>
      WalletState.open(id, { ...this.#deps, ...home, ...events, isElsewhere })
    );
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return opening;
  }

  /** Updates the list after a wallet's first sync. */
  #caughtUp(id: string): void {
    if (!this.list.find((wallet) => wallet.id === id)?.held) void this.refresh();
  }

  #outgrewBackup(id: string): void {
    this.#backedUp.value = this.#backedUp.value.filter((known) => known !== id);
  }

  /**
   * Locks a wallet, or all of them, in every tab: whoever locks by hand and leaves the computer relies on it.
   * @param id all wallets if empty
   */
  async lockEverywhere(id = ''): Promise<void> {
    this.#handLocks.post(id);
    await this.#lock(id);
  }

  /** Locks all wallets in this tab. */
  lockAll(): Promise<void> {
    return this.#lock('');
  }

  /** @param id all wallets if empty */
  async #lock(id: string): Promise<void> {
    this.locks++;
    // Without its storage, which may not be readable, this tab has no keys.
    await this.#opened?.keystore.lock(id === '' ? undefined : id);
    // A wallet that cannot be opened has no keys in memory.
    for (const opening of this.#open.values()) (await opening.catch(() => undefined))?.keys.refresh();
  }

  async #add(create: (deps: CreateDeps) => Promise<string>): Promise<string> {
    const id = await create({ ...this.#deps, ...(await this.#home()) });
    // Not awaited: Firefox asks the user, who may never respond.
    void this.askToPersist();
    await this.refresh();
    return id;
  }

  /** Without a response, all wallets count as being on this chain; each reports its own errors. */
  async #learnGenesis(): Promise<void> {
    try {
      this.genesis ??= await this.#readGenesis();
    } catch {
      // Retried when it is needed next.
    }
  }
}
