import type { WalletServer } from '$lib/api/wallet-server/client';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { emptyCache } from '$lib/wallet/sync/cache';
import { readNetwork, type NetworkIdentity } from '../networkIdentity';
import { KEYS_AHEAD, rowsOfKeys } from './addresses';
import { requireBackedState } from '../backedState';
import type { OnProgress, WalletKeystore, WalletStorage } from './ports';
import type { WalletRow } from './records';
import { watchedRow } from './summary';
import type { WatchEntry } from './views';

/** A wallet to be created or restored from its recovery phrase. */
export interface NewSeedWallet {
  readonly name: string;
  readonly phrase: string;
  readonly password: string;
  /** The user has not confirmed the phrase yet. */
  readonly phrasePending?: boolean;
  readonly onProgress?: OnProgress;
}

/** A watch-only wallet to be added. */
export interface NewWatchedWallet {
  readonly name: string;
  readonly entries: readonly WatchEntry[];
  /** The m-of-n policy of all its coins. */
  readonly policy?: SpendPolicy;
}

/** What adding a wallet requires. */
export interface CreateDeps {
  readonly server: Pick<WalletServer, 'tipState' | 'network' | 'indexAt' | 'block' | 'updates'>;
  readonly store: Pick<WalletStorage, 'addWallet' | 'saveSnapshot'>;
  readonly keystore: Pick<WalletKeystore, 'create' | 'deriveAddresses' | 'lock'>;
  /** The server is Quarry's embedded node. */
  readonly isOwnNode: boolean;
  readonly newId: () => string;
  readonly nowMs: () => number;
}

/**
 * Creates a wallet from an unused phrase: no discovery is needed, and the server learns none of its addresses.
 * @returns its id
 */
export async function createWallet(deps: CreateDeps, wallet: NewSeedWallet): Promise<string> {
  const { store, nowMs } = deps;
  const known = await readTip(deps).catch(() => undefined);
  const id = await addSeed(deps, wallet, { discover: false, firstSync: true, ...known?.identity });
  if (known) {
    const snapshot = { cache: emptyCache(known.state), events: [], state: known.state, atMs: nowMs() };
    // The wallet is stored by now, so a retry would create a second one; without the snapshot, opening reads the chain.
    await store.saveSnapshot(id, snapshot, { firstSync: false }).catch(() => undefined);
  }
  return id;
}

/**
 * The chain state from which a new wallet follows the chain.
 * @throws if the server cannot be reached or its responses do not prove the state
 */
async function readTip({ server, isOwnNode }: Pick<CreateDeps, 'server' | 'isOwnNode'>) {
  const identity = await readNetwork(server);
  const state = await server.tipState();
  await requireBackedState({ server, network: identity.network, isOwnNode }, state);
  return { identity, state };
}

/** Restores a wallet from its phrase; its addresses are discovered when it is opened. @returns its id */
export const restoreWallet = (deps: CreateDeps, wallet: NewSeedWallet): Promise<string> =>
  addSeed(deps, wallet, { discover: true, firstSync: true });

/** Adds a watch-only wallet: addresses, or everything of one policy. @returns its id */
export async function watchWallet(
  { store, newId, nowMs }: Pick<CreateDeps, 'store' | 'newId' | 'nowMs'>,
  { name, entries, policy }: NewWatchedWallet
): Promise<string> {
  const id = newId();
  const row: WalletRow = { ...rowOf(id, name, nowMs()), kind: 'watch', policy, discover: false, firstSync: true };
  await store.addWallet(
    row,
    entries.map((entry) => watchedRow(id, entry, nowMs()))
  );
  return id;
}

async function addSeed(
  { store, keystore, newId, nowMs }: CreateDeps,
  { name, phrase, password, phrasePending, onProgress }: NewSeedWallet,
  state: Pick<WalletRow, 'discover' | 'firstSync'> & Partial<NetworkIdentity>
): Promise<string> {
  const id = newId();
  const vault = await keystore.create(id, phrase, password, onProgress);
  try {
    const keys = await keystore.deriveAddresses(id, 0, KEYS_AHEAD);
    const row: WalletRow = {
      ...rowOf(id, name, nowMs()),
      kind: 'seed',
      ...(phrasePending && { phrasePending }),
      ...state
    };
    await store.addWallet(row, rowsOfKeys(id, keys, nowMs()), { vault });
  } catch (error) {
    await keystore.lock(id);
    throw error;
  }
  return id;
}

const rowOf = (id: string, name: string, createdAtMs: number) => ({ id, name, createdAtMs, checkedUpTo: 0 });
