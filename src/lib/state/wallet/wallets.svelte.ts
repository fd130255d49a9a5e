import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Network } from '$lib/chain/network/network';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { toAppError, type AppError } from '$lib/errors';
import { openKeystore } from '$lib/keystore/open';
import type { Keystore, OnProgress, VaultStore } from '$lib/keystore/keystore';
import type { Database } from '$lib/storage/database';
import { askToPersist, openDatabase } from '$lib/storage/openDatabase';
import type { AddressRow, WalletRow } from '$lib/services/wallet/records';
import { WalletLock } from '$lib/storage/walletLock';
import { WalletStore } from '$lib/storage/walletStore';
import { emptyCache } from '$lib/wallet/sync/cache';
import { watchIdle } from './autoLock.svelte';
import { Persisted } from '../reactive/persisted.svelte';
import { WalletState, type WalletDeps } from './wallet.svelte';
import { KEYS_AHEAD, rowsOfKeys } from './addresses.svelte';
import { summaryOf, watchedRow } from '$lib/services/wallet/summary';
import type { WalletSummary, WatchEntry } from '$lib/services/wallet/views';

export interface WalletsDeps {
  readonly server: WalletServer;
  readonly openDatabase: () => Promise<Database>;
  readonly openKeystore: (vaults: VaultStore) => Keystore;
  readonly openLock: (walletId: string) => WalletLock;
  readonly askToPersist: () => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly pollMs: number;
}

export interface NewSeedWallet {
  readonly name: string;
  readonly phrase: string;
  readonly password: string;
  readonly onProgress?: OnProgress;
}

const POLL_MS = 2_000;
const DEFAULT_AUTO_LOCK_MINUTES = 15;
const MOST_AUTO_LOCK_MINUTES = 24 * 60;

const parseMinutes = (stored: unknown): number | undefined =>
  typeof stored === 'number' && stored >= 0 && stored <= MOST_AUTO_LOCK_MINUTES ? stored : undefined;

interface Opened extends WalletDeps {
  readonly database: Database;
}

/** The wallets of this browser. */
export class Wallets {
  list = $state.raw<readonly WalletSummary[]>([]);
  /** The list was read. */
  ready = $state(false);
  /** Why nothing outlives this tab, when that is so. */
  warning = $state.raw<AppError>();
  problem = $state.raw<AppError>();
  /** Whether the browser promised not to clear the data when it runs short of room; unknown until asked. */
  persisted = $state<boolean>();

  readonly #autoLock = new Persisted<number>('auto-lock-minutes', DEFAULT_AUTO_LOCK_MINUTES, parseMinutes);
  readonly #deps: WalletsDeps;
  readonly #open = new Map<string, Promise<WalletState>>();
  #opening: Promise<Opened> | undefined;

  constructor(deps: WalletsDeps) {
    this.#deps = deps;
  }

  /** Minutes without a touch after which all wallets are locked; 0 for never. */
  get autoLockMinutes(): number {
    return this.#autoLock.value;
  }

  set autoLockMinutes(minutes: number) {
    this.#autoLock.value = minutes;
  }

  /** Locks wallets nobody uses. @returns ends it */
  watchIdle(): () => void {
    return watchIdle(
      () => this.autoLockMinutes,
      () => void this.lockAll()
    );
  }

  /** Reads the list; a failure is in `problem`. */
  async refresh(): Promise<void> {
    try {
      const { store } = await this.#ready();
      const [rows, metas] = await Promise.all([store.wallets(), store.metas()]);
      const metaOf = new Map(metas.map((meta) => [meta.walletId, meta]));
      this.list = rows.sort((a, b) => a.createdAtMs - b.createdAtMs).map((row) => summaryOf(row, metaOf.get(row.id)));
      this.ready = true;
      this.problem = undefined;
    } catch (error) {
      this.problem = toAppError(error);
    }
  }

  /** Twelve fresh words. The word list comes with the first call, not with the page. */
  async newPhrase(): Promise<string> {
    const { newPhrase } = await import('$lib/wallet/keys/phrase');
    return newPhrase(crypto.getRandomValues(new Uint8Array(16)));
  }

  /**
   * A wallet of words that were never used: there is nothing to look for, and the server is told nothing.
   * @returns its id
   */
  async create(wallet: NewSeedWallet): Promise<string> {
    const { server, store, nowMs } = await this.#ready();
    const state = await server.tipState().catch(() => undefined);
    const network = state && (await server.network().catch(() => undefined));
    const id = await this.#addSeed(wallet, { discover: false, firstSync: true, network });
    if (state && network) {
      const { index, fundTaxRevenue, elements, prevTimestamps } = state;
      const snapshot = { cache: emptyCache(state), events: [], atMs: nowMs() };
      const tip = { index, fundTaxRevenue, elements, prevTimestamps };
      await store.saveSnapshot(id, { ...snapshot, state: tip }, { firstSync: false });
    }
    await this.refresh();
    return id;
  }

  /** A wallet from its words; its addresses are looked for when it is opened. @returns its id */
  async restore(wallet: NewSeedWallet): Promise<string> {
    const id = await this.#addSeed(wallet, { discover: true, firstSync: true });
    await this.refresh();
    return id;
  }

  /**
   * A wallet without keys: addresses, or all that is behind one policy.
   * @returns its id
   */
  async watch({ name, entries, policy }: { name: string; entries: readonly WatchEntry[]; policy?: SpendPolicy }) {
    const { store, nowMs } = await this.#ready();
    const id = crypto.randomUUID();
    const row = { ...this.#row(id, name, 'watch'), policy, discover: false, firstSync: true };
    await store.addWallet(
      row,
      entries.map((entry) => watchedRow(id, entry, nowMs()))
    );
    await this.#persist();
    await this.refresh();
    return id;
  }

  async rename(id: string, name: string): Promise<void> {
    const { store } = await this.#ready();
    if (this.#open.has(id)) await (await this.open(id)).rename(name);
    else await store.changeWallet(id, { name });
    await this.refresh();
  }

  /** Removes a wallet from this browser, its keys too: only the recovery phrase brings them back. */
  async remove(id: string): Promise<void> {
    const { store, keystore } = await this.#ready();
    const open = this.#open.get(id);
    this.#open.delete(id);
    (await open)?.close();
    await keystore.lock(id);
    await store.removeWallet(id);
    await this.refresh();
  }

  /** The wallet, opened once. @throws {UnknownWalletError} */
  open(id: string): Promise<WalletState> {
    const known = this.#open.get(id);
    if (known) return known;
    const opening = this.#ready().then((opened) => WalletState.open(id, opened));
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return opening;
  }

  async lockAll(): Promise<void> {
    const { keystore } = await this.#ready();
    await keystore.lock();
    for (const opening of this.#open.values()) (await opening).keys.refresh();
  }

  async #addSeed(
    { name, phrase, password, onProgress }: NewSeedWallet,
    row: Pick<WalletRow, 'discover' | 'firstSync'> & { readonly network?: Network }
  ): Promise<string> {
    const { store, keystore, nowMs } = await this.#ready();
    const id = crypto.randomUUID();
    await keystore.create(id, phrase, password, onProgress);
    try {
      const keys = await keystore.deriveAddresses(id, 0, KEYS_AHEAD);
      const addresses: AddressRow[] = rowsOfKeys(id, keys, nowMs());
      await store.addWallet({ ...this.#row(id, name, 'seed'), ...row }, addresses);
    } catch (error) {
      // A key file without its wallet would be seen by nobody.
      await keystore.lock(id);
      await store.removeWallet(id);
      throw error;
    }
    await this.#persist();
    return id;
  }

  #row(id: string, name: string, kind: WalletRow['kind']) {
    return { id, name, kind, createdAtMs: this.#deps.nowMs(), checkedUpTo: 0 };
  }

  async #persist(): Promise<void> {
    this.persisted = await this.#deps.askToPersist().catch(() => false);
  }

  /** Opens the database with the first use, not with the page. */
  #ready(): Promise<Opened> {
    return (this.#opening ??= this.#openAll());
  }

  async #openAll(): Promise<Opened> {
    const { server, nowMs, pollMs, openLock } = this.#deps;
    const database = await this.#deps.openDatabase();
    this.warning = database.warning;
    database.onwarning = (warning) => (this.warning = warning);
    const store = new WalletStore(database);
    const keystore = this.#deps.openKeystore({
      load: (id) => store.loadVault(id),
      save: (id, vault) => store.saveVault(id, vault)
    });
    return { database, store, keystore, server, nowMs, pollMs, openLock };
  }
}

/** The wallets of this browser, with its own storage, keys and locks. */
export const createWallets = (server: WalletServer): Wallets =>
  new Wallets({
    server,
    openDatabase,
    openKeystore,
    openLock: (walletId) => new WalletLock(walletId),
    askToPersist,
    nowMs: Date.now,
    pollMs: POLL_MS
  });
