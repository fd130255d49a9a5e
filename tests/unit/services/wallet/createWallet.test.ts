import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { KEYS_AHEAD, rowsOfKeys } from '$lib/services/wallet/addresses';
import { createWallet, restoreWallet, watchWallet, type CreateDeps } from '$lib/services/wallet/createWallet';
import { watchedRow } from '$lib/services/wallet/summary';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { emptyCache } from '$lib/wallet/sync/cache';
import { seedWallet } from '../../wallet/support';
import { ChainServer, serverFailed } from '../chainServer';

const wallet = seedWallet(4, KEYS_AHEAD + 2);
const keys = wallet.keys.map(({ publicKey }, index) => ({
  index,
  publicKey,
  uc: wallet.address(index, 'uc'),
  pk: wallet.address(index, 'pk')
}));
const chain = new ChainServer(3);
const NEW = { name: 'daily', phrase: 'twelve words', password: 'secret' };
const VAULT = Uint8Array.of(1, 2);
const ROW = { id: 'new', name: 'daily', createdAtMs: 7, checkedUpTo: 0 };

/** A browser without wallets, and what the keystore received. */
function browser(server: CreateDeps['server'] = chain.server()) {
  const store = new WalletStore(openMemoryDatabase());
  const told: unknown[] = [];
  const deps: CreateDeps = {
    server,
    store,
    keystore: {
      create: async (...args) => {
        told.push(['create', ...args]);
        return VAULT;
      },
      deriveAddresses: async (_, from, count) => keys.slice(from, from + count),
      lock: async (id) => void told.push(['lock', id])
    },
    isOwnNode: false,
    newId: () => 'new',
    nowMs: () => 7
  };
  return { store, told, deps };
}

describe('a new wallet', () => {
  test('starts at the server’s tip, without a history', async () => {
    const { store, told, deps } = browser();
    const onProgress = () => undefined;
    expect(await createWallet(deps, { ...NEW, onProgress })).toBe('new');
    expect(told).toEqual([['create', 'new', 'twelve words', 'secret', onProgress]]);
    const identity = { network: chain.chain.network, genesis: chain.stateAt(0).index.id };
    expect(await store.wallet('new')).toEqual({ ...ROW, kind: 'seed', discover: false, firstSync: false, ...identity });
    const { cache, state } = (await store.loadCache('new'))!;
    expect(state).toEqual(chain.state);
    expect(cache).toEqual(emptyCache(chain.state));
    expect((await store.metas())[0]).toMatchObject({ atMs: 7, eventCount: 0 });
    expect(await store.loadVault('new')).toEqual(VAULT);
    const rows = rowsOfKeys('new', keys.slice(0, KEYS_AHEAD), 7);
    expect(new Set(await store.addresses('new'))).toEqual(new Set(rows));
  });

  test.each([
    ['cannot be reached', { network: () => Promise.reject(serverFailed()) }],
    ['claims a state that no block leads to', { tipState: async () => ({ ...chain.state, fundTaxRevenue: hastings(5n) }) }]
  ])('reads the chain when it is opened if the server %s', async (_, changes) => {
    const { store, deps } = browser(chain.server(changes));
    await createWallet(deps, NEW);
    expect(await store.wallet('new')).toEqual({ ...ROW, kind: 'seed', discover: false, firstSync: true });
    expect(await store.loadCache('new')).toBeUndefined();
  }); // prettier-ignore

  test('reads the chain when it is opened if its start position cannot be stored: it exists', async () => {
    const { store, deps } = browser();
    const full = () => Promise.reject(new Error('full'));
    expect(await createWallet({ ...deps, store: Object.assign(store, { saveSnapshot: full }) }, NEW)).toBe('new');
    expect(await store.wallet('new')).toMatchObject({ discover: false, firstSync: true });
  });

  test.each([true, false])('remembers whether its words must be confirmed: %s', async (phrasePending) => {
    const { store, deps } = browser();
    await createWallet(deps, { ...NEW, phrasePending });
    expect((await store.wallet('new'))!.phrasePending).toBe(phrasePending || undefined);
  });

  test('leaves no keys behind if it cannot be stored', async () => {
    const { store, told, deps } = browser();
    const failing = Object.assign(store, { addWallet: () => Promise.reject(new Error('full')) });
    await expect(createWallet({ ...deps, store: failing }, NEW)).rejects.toThrow('full');
    expect(told.at(-1)).toEqual(['lock', 'new']);
    expect(await store.loadVault('new')).toBeUndefined();
  });
});

test('a restored wallet searches for its addresses when it is opened', async () => {
  const { store, told, deps } = browser();
  expect(await restoreWallet(deps, NEW)).toBe('new');
  expect(told.length).toBe(1);
  expect(await store.wallet('new')).toEqual({ ...ROW, kind: 'seed', discover: true, firstSync: true });
  expect((await store.addresses('new')).length).toBe(2 * KEYS_AHEAD);
});

test('a watched wallet has its addresses, and reads their history', async () => {
  const { store, told, deps } = browser();
  const policy = { type: 'above', height: 5n } as const;
  const entries = [{ address: wallet.address(0, 'uc'), label: 'cold' }, { address: wallet.address(1, 'uc') }];
  expect(await watchWallet(deps, { name: 'daily', entries, policy })).toBe('new');
  expect(told).toEqual([]);
  expect(await store.wallet('new')).toEqual({ ...ROW, kind: 'watch', policy, discover: false, firstSync: true });
  expect(new Set(await store.addresses('new'))).toEqual(new Set(entries.map((entry) => watchedRow('new', entry, 7))));
});
