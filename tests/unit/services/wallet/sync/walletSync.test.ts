import { TimeSlices } from '$lib/async/timeSlices';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { TransactionSet, UnspentCoin } from '$lib/api/wallet-server/schemas';
import { hastings } from '$lib/chain/currency/currency';
import { MAINNET } from '$lib/chain/network/publicNetworks';
import type { BlockId } from '$lib/chain/ids';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { StaleWriteError } from '$lib/services/errors';
import { rowsByAddress, rowsOfKeys } from '$lib/services/wallet/addresses';
import type { SendRow, TipState, WalletRow } from '$lib/services/wallet/records';
import { watchedRow } from '$lib/services/wallet/summary';
import { WalletSync, type SyncEvent } from '$lib/services/wallet/sync/walletSync';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { emptyCache, holdingsOf, stateElementOf, type WalletCache } from '$lib/wallet/sync/cache';
import { ALICE, BOB, signV2Transaction, v1AddressOf, v2AddressOf, v2InputOf } from '../../../consensus/testChain';
import { seedWallet } from '../../../wallet/support';
import { ChainServer, notFound, recordingSignals, serverFailed } from '../../chainServer';

beforeEach(() => {
  // Without jitter, a retry happens exactly when it is due.
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const POLL_MS = 100;
const OURS = [v1AddressOf(ALICE), v2AddressOf(ALICE)];
const WALLET = seedWallet(4, 70);
const KEYS = WALLET.keys.map(({ publicKey }, index) => ({
  index,
  publicKey,
  uc: WALLET.address(index, 'uc'),
  pk: WALLET.address(index, 'pk')
}));

/** A wallet that watches Alice's addresses, and its sync. */
async function following(server: WalletServer, changes: Partial<WalletRow> = {}, nowMs = () => 5_000) {
  const store = new WalletStore(openMemoryDatabase());
  const row: WalletRow = {
    id: 'w', name: '', kind: 'watch', createdAtMs: 0, checkedUpTo: 0, discover: false, firstSync: true, ...changes
  }; // prettier-ignore
  const rows = row.kind === 'seed' ? rowsOfKeys('w', KEYS.slice(0, 20), 0) : OURS.map((address) => watchedRow('w', { address }, 0));
  await store.addWallet(row, rows);
  const keys = { isUnlocked: false };
  const addresses = rowsByAddress(rows);
  const sync = new WalletSync({
    walletId: 'w',
    server,
    store,
    keystore: {
      isUnlocked: () => keys.isUnlocked,
      deriveAddresses: async (_, from, count) => KEYS.slice(from, from + count)
    },
    nowMs,
    isOwnNode: false,
    readAddresses: () => addresses,
    pollMs: POLL_MS
  });
  const stop = new AbortController();
  const events = sync.run(stop.signal);
  /** The next event, which must arrive after exactly this time. */
  const next = async (afterMs = 0): Promise<SyncEvent> => {
    let found: IteratorResult<SyncEvent> | undefined;
    const asked = events.next().then((result) => (found = result));
    if (afterMs > 0) {
      await vi.advanceTimersByTimeAsync(afterMs - 1);
      expect(found).toBeUndefined();
    }
    for (let i = 0; i < 50 && found === undefined; i++) await vi.advanceTimersByTimeAsync(afterMs > 0 && i === 0 ? 1 : 0);
    expect(found).toBeDefined();
    return (await asked).value as SyncEvent;
  };
  /** The types of events that immediately follow one another. */
  const types = async (count: number, afterMs = 0) => {
    const all: string[] = [];
    for (let i = 0; i < count; i++) all.push((await next(i === 0 ? afterMs : 0)).type);
    return all;
  };
  /** Until it is at the tip, and the pool was read. */
  const inStep = async () => {
    const all: string[] = [];
    while (all.at(-1) !== 'pool') all.push((await next()).type);
    return all;
  };
  return { store, sync, stop, events, next, types, inStep, keys };
} // prettier-ignore

/** Notes the heights from which blocks are requested of a server, which can fail to send them. */
function watchRequests(server: Pick<ReturnType<ChainServer['server']>, 'updates'>) {
  const { updates } = server;
  const heights: number[] = [];
  let isDown = false;
  server.updates = async (...request) => {
    const [{ params, query }] = request;
    // The others verify the server's tip.
    if (query!.limit! > 2) heights.push(params.index.height);
    if (query!.limit! > 2 && isDown) throw serverFailed();
    return updates(...request);
  };
  return { heights, setDown: (down: boolean) => void (isDown = down) };
}

/** Calls of a server that lists no outputs of the wallet, because its chain began at a block after them. */
const startedAt = (firstHeight: number, chain: ChainServer): Partial<WalletServer> => ({
  state: async () => ({ version: '', startTime: '', indexMode: 'full', firstHeight }),
  batchCoinOutputs: async () => ({ basis: chain.tip, outputs: [] }),
  batchFundOutputs: async () => ({ basis: chain.tip, outputs: [] })
});

const payment = (chain: ChainServer, changes: object = {}) => {
  const coin = chain.chain.chain.coinOf(v2AddressOf(ALICE));
  return signV2Transaction(
    { ...EMPTY_V2_TRANSACTION, coinInputs: [v2InputOf(coin, ALICE)], coinOutputs: [{ ...coin.output, address: v2AddressOf(BOB) }], ...changes },
    ALICE
  );
}; // prettier-ignore
const pooling = (chain: ChainServer, pool: Partial<TransactionSet>): WalletServer['poolTransactions'] =>
  async () => ({ basis: chain.tip, transactions: [], v2Transactions: [], ...pool }); // prettier-ignore

describe('a followed wallet', () => {
  test('is read once, then with every block, and its proofs are valid', async () => {
    const chain = new ChainServer(5);
    const { types, next, store, sync, inStep } = await following(chain.server());
    expect(await inStep()).toEqual(['moved', 'moved', 'moved', 'current', 'pool']);
    expect(await store.wallet('w')).toMatchObject({
      firstSync: false,
      network: chain.chain.network,
      genesis: chain.stateAt(0).index.id,
      adoptChain: false
    });
    chain.add({ v2transactions: [payment(chain)] });
    chain.grow(2);
    expect(await types(3, POLL_MS)).toEqual(['moved', 'current', 'pool']);
    const { cache, state } = (await store.loadCache('w'))!;
    expect(cache.index).toEqual(chain.tip);
    expect(sync.held).toEqual({ cache, state });
    const { coins, funds } = chain.chain.chain;
    const own = [...coins, ...funds].filter(({ output }) => OURS.includes(output.address));
    const held = holdingsOf(cache);
    expect(new Set([...held.coins, ...held.funds].map(({ id }) => id))).toEqual(new Set(own.map(({ id }) => id)));
    for (const { id, leafIndex } of [...held.coins, ...held.funds]) {
      expect(stateElementOf(cache, leafIndex!)).toEqual(own.find((each) => each.id === id)!.stateElement);
    }
    const [event] = await store.eventPage('w', undefined, undefined, 5);
    expect(event).toMatchObject({ type: 'transaction', coins: -(10n ** 27n) });
    expect((await store.addresses('w')).find(({ address }) => address === v2AddressOf(ALICE))!.used).toBe(true);
    expect((await store.metas())[0]).toMatchObject({ atMs: 5_000 });
    expect(await next(POLL_MS)).toEqual({ type: 'current' });
  });

  test('does other work between the blocks of a response, and the steps of each', async () => {
    const turn = vi.spyOn(TimeSlices.prototype, 'turn');
    const chain = new ChainServer(5);
    const { types, inStep } = await following(chain.server());
    await inStep();
    turn.mockClear();
    chain.grow(3);
    expect(await types(3, POLL_MS)).toEqual(['moved', 'current', 'pool']);
    // Each is checked, then applied.
    expect(turn).toHaveBeenCalledTimes(6);
    turn.mockRestore();
  });

  test('reports its progress while there are more blocks than fit in one response', async () => {
    const chain = new ChainServer(2);
    const { types, next, inStep } = await following(chain.server());
    await inStep();
    chain.grow(25);
    expect(await next(POLL_MS)).toEqual({ type: 'moved' });
    expect(await next()).toEqual({ type: 'catching-up', height: 22, target: 27 });
    expect(await types(3)).toEqual(['moved', 'current', 'pool']);
  });

  test('continues from what is stored', async () => {
    const chain = new ChainServer(3);
    const { chain: { network } } = chain;
    const state = chain.stateAt(2);
    const { store, types } = await following(chain.server(), { firstSync: false, network, genesis: chain.stateAt(0).index.id });
    await store.saveSnapshot('w', { cache: emptyCache(state), state, events: [], atMs: 0 }, {});
    expect(await types(4)).toEqual(['moved', 'moved', 'current', 'pool']);
    expect((await store.loadCache('w'))!.cache.index).toEqual(chain.tip);
  }); // prettier-ignore

  test('across a reorganization', async () => {
    const chain = new ChainServer(4);
    const { types, store, inStep } = await following(chain.server());
    await inStep();
    chain.rewind(2);
    chain.grow(3, v2AddressOf(ALICE));
    expect(await types(2, POLL_MS)).toEqual(['moved', 'current']);
    const { cache } = (await store.loadCache('w'))!;
    expect(cache.index).toEqual(chain.tip);
    // The subsidy, the genesis coins, and three rewards.
    expect(cache.coins.size).toBe(chain.chain.chain.coins.filter(({ output }) => OURS.includes(output.address)).length);
  });

  test('is reloaded if another tab has synced it meanwhile', async () => {
    const chain = new ChainServer(3);
    const { types, sync, store, inStep } = await following(chain.server());
    await inStep();
    const loads = vi.spyOn(store, 'loadCache');
    expect(await types(1, POLL_MS)).toEqual(['current']);
    expect(loads).not.toHaveBeenCalled();
    sync.isOutdated = true;
    expect(await types(2, POLL_MS)).toEqual(['moved', 'current']);
    expect(sync.isOutdated).toBe(false);
    expect(await types(1, POLL_MS)).toEqual(['current']);
    expect(loads).toHaveBeenCalledTimes(1);
  });

  test('is read again on request', async () => {
    const chain = new ChainServer(3);
    const { types, store, inStep } = await following(chain.server());
    await inStep();
    await store.changeWallet('w', { firstSync: true });
    expect(await types(2, POLL_MS)).toEqual(['moved', 'moved']);
    expect(await store.wallet('w')).toMatchObject({ firstSync: false });
  });

  /** A wallet at block 5, and its server once that serves a chain of its own, which pays all rewards to the wallet. */
  async function betrayed(updates?: (invented: ChainServer) => WalletServer['updates']) {
    const chain = new ChainServer(5);
    const server = chain.server();
    const wallet = await following(server);
    await wallet.inStep();
    const invented = new ChainServer(0);
    invented.grow(8, v2AddressOf(ALICE));
    Object.assign(server, invented.server(), updates && { updates: updates(invented) });
    return { ...wallet, chain, invented };
  }

  test.each<[string, string, ((invented: ChainServer) => WalletServer['updates'])?]>([
    ['does not have the wallet’s block', 'wallet/unknown-block'],
    [
      'is said to continue the wallet’s block',
      'wallet/feed',
      (invented) =>
        async ({ params, query }) =>
          invented.updatesSince(invented.stateAt(params.index.height).index, query?.limit ?? 10)
    ],
    [
      'is said to continue it without blocks',
      'wallet/restless-chain',
      (invented) =>
        async ({ params: { index }, query }) =>
          index.height === 5 ? { applied: [], reverted: [] } : invented.updatesSince(index, query?.limit ?? 10)
    ]
  ])('is not read again for more addresses from a chain that %s', async (_, code, updates) => {
    const { chain, store, next } = await betrayed(updates);
    await store.changeWallet('w', { firstSync: true });
    expect(await next(POLL_MS)).toMatchObject({ type: 'failed', error: { code } });
    expect((await store.loadCache('w'))!.cache.index).toEqual(chain.tip);
  });

  test('is read again from such a chain if the user wants that, once', async () => {
    const { invented, store, types } = await betrayed();
    await store.changeWallet('w', { firstSync: true, readAnew: true });
    expect(await types(2, POLL_MS)).toEqual(['moved', 'moved']);
    expect((await store.loadCache('w'))!.cache.index).toEqual(invented.tip);
    expect(await store.wallet('w')).toMatchObject({ firstSync: false, readAnew: false });
  });

  test('is read again across new blocks and a reorganization', async () => {
    const chain = new ChainServer(5);
    const { types, store, inStep } = await following(chain.server());
    await inStep();
    chain.rewind(2);
    chain.grow(30);
    await store.changeWallet('w', { firstSync: true });
    expect(await types(4, POLL_MS)).toEqual(['catching-up', 'catching-up', 'moved', 'moved']);
    expect((await store.loadCache('w'))!.cache.index).toEqual(chain.tip);
  });

  test('is read again far from its block: reports its progress, and continues there after a failure', async () => {
    const chain = new ChainServer(5);
    const server = chain.server();
    const { next, types, store, inStep } = await following(server);
    await inStep();
    chain.grow(70);
    await store.changeWallet('w', { firstSync: true });
    const { heights, setDown } = watchRequests(server);
    expect(await next(POLL_MS)).toEqual({ type: 'catching-up', height: 25, target: 75 });
    setDown(true);
    expect(await next()).toMatchObject({ type: 'failed', error: { code: 'api/server-error' } });
    setDown(false);
    expect(await next(1_000)).toEqual({ type: 'catching-up', height: 45, target: 75 });
    expect(await types(3)).toEqual(['catching-up', 'moved', 'moved']);
    expect(heights).toEqual([5, 25, 25, 45]);
    expect((await store.loadCache('w'))!.cache.index).toEqual(chain.tip);
  });

  test('requests each block once if it also carries what it held, and continues there after a failure', async () => {
    const chain = new ChainServer(5);
    const server = chain.server();
    const { next, types, store, inStep } = await following(server);
    await inStep();
    const held = (await store.loadCache('w'))!.cache.coins.size;
    chain.grow(70);
    Object.assign(server, startedAt(3, chain));
    await store.changeWallet('w', { firstSync: true });
    const { heights, setDown } = watchRequests(server);
    expect(await next(POLL_MS)).toEqual({ type: 'catching-up', height: 25, target: 75 });
    setDown(true);
    expect(await next()).toMatchObject({ type: 'failed', error: { code: 'api/server-error' } });
    setDown(false);
    expect(await types(4, 1_000)).toEqual(['catching-up', 'catching-up', 'moved', 'moved']);
    expect(heights).toEqual([5, 25, 25, 45]);
    const { cache } = (await store.loadCache('w'))!;
    expect([cache.index, cache.coins.size]).toEqual([chain.tip, held]);
    expect(await store.wallet('w')).not.toHaveProperty('importDue');
  });

  test('carries outputs that another tab imported while the blocks were followed', async () => {
    const chain = new ChainServer(5);
    const server = chain.server();
    const { next, types, store, inStep } = await following(server);
    await inStep();
    const { cache, state } = (await store.loadCache('w'))!;
    const held = cache.coins.size;
    // Without any output, as if they were to be imported.
    await store.saveSnapshot('w', { cache: emptyCache(state), state, events: [], atMs: 0 }, {});
    chain.grow(30);
    Object.assign(server, startedAt(3, chain));
    await store.changeWallet('w', { firstSync: true });
    expect(await next(POLL_MS)).toMatchObject({ type: 'catching-up', height: 25 });
    const { updates } = server;
    server.updates = async () => Promise.reject(serverFailed());
    expect(await next()).toMatchObject({ type: 'failed' });
    await store.saveSnapshot('w', { cache, state, events: [], atMs: 0 }, {});
    server.updates = updates;
    expect((await types(4, 1_000)).slice(-1)).toEqual(['moved']);
    expect((await store.loadCache('w'))!.cache.coins.size).toBe(held);
  });

  test.each<[string, (cache: WalletCache) => WalletCache]>([
    ['its number of leaves', (cache) => ({ ...cache, numLeaves: cache.numLeaves + 1n })],
    ['a proof', (cache) => ({ ...cache, nodes: new Map() })]
  ])('is read without what it held if %s contradicts the blocks, and is to import it', async (_, damage) => {
    const chain = new ChainServer(5);
    const server = chain.server();
    const { types, store, inStep } = await following(server);
    await inStep();
    const { cache, state } = (await store.loadCache('w'))!;
    await store.saveSnapshot('w', { cache: damage(cache), state, events: [], atMs: 0 }, {});
    chain.grow(30);
    Object.assign(server, startedAt(3, chain));
    await store.changeWallet('w', { firstSync: true });
    expect(await types(4, POLL_MS)).toEqual(['catching-up', 'catching-up', 'moved', 'moved']);
    const { cache: after } = (await store.loadCache('w'))!;
    expect([after.index, after.coins.size]).toEqual([chain.tip, 0]);
    expect(await store.wallet('w')).toMatchObject({ firstSync: false, importDue: true });
  });

  test('is verified from its own block again if the server has not the one where that was interrupted', async () => {
    const chain = new ChainServer(5);
    const server = chain.server();
    const { next, store, inStep } = await following(server);
    await inStep();
    const honest = { ...server };
    chain.grow(25);
    const stolen = new ChainServer(5);
    stolen.grow(30, v2AddressOf(BOB));
    await store.changeWallet('w', { firstSync: true });
    expect(await next(POLL_MS)).toMatchObject({ type: 'catching-up', height: 25 });
    Object.assign(server, stolen.server());
    expect(await next()).toMatchObject({ type: 'failed', error: { code: 'wallet/unknown-block' } });
    Object.assign(server, honest);
    expect(await next(1_000)).toMatchObject({ type: 'catching-up', height: 25 });
  });

  test('keeps what another tab imports while it is read again', async () => {
    const chain = new ChainServer(3);
    const { types, store, inStep } = await following(chain.server());
    await inStep();
    const { cache, state } = (await store.loadCache('w'))!;
    const imported = { connection: 'other', name: '', atMs: 6_000, basis: cache.index, outputs: 0 };
    const none = { added: [], removed: [] };
    const changes = { coins: none, funds: none, events: none, nodes: { set: new Map(), removed: [] } };
    // Its sends are read after its outputs.
    const { sends } = store;
    store.sends = async (id) => {
      store.sends = sends;
      await store.saveStep('w', { before: cache, after: cache, changes, state, atMs: 6_000, imported });
      return sends.call(store, id);
    };
    await store.changeWallet('w', { firstSync: true });
    expect(await types(3, POLL_MS)).toEqual(['moved', 'moved', 'moved']);
    expect((await store.loadCache('w'))?.imports).toEqual([imported]);
    expect(await store.wallet('w')).toMatchObject({ firstSync: false });
  });

  test.each([
    [4, 0],
    [3, 1]
  ])('read again by a server that began at block %i keeps %i payment confirmed in block 4', async (start, kept) => {
    const chain = new ChainServer(3);
    const server = chain.server();
    const { types, store, inStep } = await following(server);
    await inStep();
    const paid = payment(chain);
    await store.putSend(sentRow(paid));
    chain.add({ v2transactions: [paid] });
    expect(await types(3, POLL_MS)).toEqual(['moved', 'current', 'pool']);
    server.state = async () => ({ version: '', startTime: '', indexMode: 'full', firstHeight: start });
    await store.changeWallet('w', { firstSync: true });
    expect(await types(2, POLL_MS)).toEqual(['moved', 'moved']);
    expect(await store.sends('w')).toHaveLength(kept);
  });

  test('ends with the signal, and then holds nothing', async () => {
    const chain = new ChainServer(3);
    const { events, stop, sync, inStep } = await following(chain.server());
    await inStep();
    const end = events.next();
    stop.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(await end).toEqual({ done: true, value: undefined });
    expect(sync.held).toBeUndefined();
  });

  test('polls immediately when it is woken', async () => {
    const chain = new ChainServer(3);
    const { events, sync, inStep } = await following(chain.server());
    await inStep();
    const woken = events.next();
    await vi.advanceTimersByTimeAsync(1);
    sync.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(await woken).toMatchObject({ value: { type: 'current' } });
  });
});

describe('the pool', () => {
  test.each([
    ['rarely while nothing happens', false, ['current', 'current', 'current', 'current', 'current', 'pool', 'current']],
    [
      'with every poll while a send is pending',
      true,
      ['current', 'pool', 'current', 'pool', 'current', 'pool', 'current']
    ]
  ])('is read %s', async (_, watchPool, expected) => {
    const chain = new ChainServer(3);
    const { sync, next, inStep } = await following(chain.server());
    await inStep();
    sync.watchPool = watchPool;
    const seen: string[] = [];
    for (let i = 0; i < expected.length; i++) seen.push((await next(expected[i] === 'pool' ? 0 : POLL_MS)).type);
    expect(seen).toEqual(expected);
  });

  test('is reported with its events, verified and not', async () => {
    const chain = new ChainServer(3);
    const [good, bad] = [payment(chain), { ...payment(chain), minerFee: hastings(5n) }];
    let nowMs = 5_000;
    const poolTransactions: WalletServer['poolTransactions'] = (...call) => {
      nowMs = 6_000;
      return pooling(chain, { v2Transactions: [good, bad] })(...call);
    };
    const { types, next } = await following(chain.server({ poolTransactions }), {}, () => nowMs);
    expect(await types(4)).toEqual(['moved', 'moved', 'moved', 'current']);
    expect(await next()).toMatchObject({
      type: 'pool',
      // It excludes transactions sent before the response.
      askedAtMs: 5_000,
      events: [{ id: v2TransactionId(good), timestamp: 6 }],
      unverified: [{ id: v2TransactionId(bad) }]
    });
  });

  test('of a block that arrived meanwhile is read after that block, once', async () => {
    const chain = new ChainServer(3);
    const server = chain.server();
    const { types, inStep } = await following(server);
    await inStep();
    let reads = 0;
    server.poolTransactions = async () => {
      reads++;
      return { basis: { height: chain.tip.height + 1, id: 'ab'.repeat(32) as BlockId }, transactions: [], v2Transactions: [] };
    };
    chain.grow(1);
    expect(await types(4, POLL_MS)).toEqual(['moved', 'current', 'current', 'pool']);
    expect(reads).toBe(2);
  }); // prettier-ignore
});

test('pending requests are aborted when it is stopped', async () => {
  const chain = new ChainServer(3);
  const asked = new Map<string, AbortSignal | undefined>();
  const { inStep, stop, next } = await following(recordingSignals(chain.server(), asked));
  await inStep();
  chain.grow(25);
  await next(POLL_MS);
  await inStep();
  stop.abort();
  expect([...asked].filter(([, signal]) => !signal?.aborted)).toEqual([]);
  expect([...asked.keys()]).toEqual(
    expect.arrayContaining(['tip', 'tipState', 'updates', 'poolTransactions', 'network'])
  );
});

describe('the network of a wallet', () => {
  const chain = new ChainServer(3);
  const { network } = chain.chain;
  const genesis = chain.stateAt(0).index.id;
  const elsewhere = 'ab'.repeat(32) as BlockId;
  const failing = async (changes: Partial<WalletRow>) => (await following(chain.server(), changes)).next();

  test.each<[string, Partial<WalletRow>, string]>([
    ['another', { network: { ...network, name: 'other' }, genesis }, 'wallet/other-network'],
    ['another chain with its name', { network, genesis: elsewhere }, 'wallet/other-genesis'],
    ['other rules', { network: { ...network, maturityDelay: 9 }, genesis }, 'wallet/other-rules']
  ])('is not replaced for %s', async (_, changes, code) => {
    expect(await failing(changes)).toMatchObject({ type: 'failed', error: { code } });
  });

  test('is replaced if the user requested it, together with its sends', async () => {
    const { store, types } = await following(chain.server(), { network, genesis: elsewhere, adoptChain: true });
    await store.putSend(sentRow(payment(chain)));
    expect(await types(2)).toEqual(['moved', 'moved']);
    expect(await store.wallet('w')).toMatchObject({ genesis, adoptChain: false });
    expect(await store.sends('w')).toEqual([]);
  });

  test('is learned by a wallet of an earlier version, without replacing anything', async () => {
    const { store, types } = await following(chain.server(), { network });
    await store.putSend(sentRow(payment(chain)));
    expect(await types(2)).toEqual(['moved', 'moved']);
    expect(await store.wallet('w')).toMatchObject({ genesis });
    expect((await store.sends('w')).length).toBe(1);
  });

  test('is not replaced on any request if it is a public one', async () => {
    const id = '25f6e3b9295a61f69fcb956aca9f0076234ecf2e02d399db5448b6e22f26e81c' as BlockId;
    const event = await failing({ network: MAINNET, genesis: id, adoptChain: true });
    expect(event).toMatchObject({ type: 'failed' });
  });

  test('is reported once: known values are not stored again', async () => {
    const { store, types } = await following(chain.server(), { network, genesis });
    const changed = vi.spyOn(store, 'changeWallet');
    await store.putSend(sentRow(payment(chain)));
    expect(await types(4)).toEqual(['moved', 'moved', 'current', 'pool']);
    expect(changed).not.toHaveBeenCalledWith('w', expect.objectContaining({ genesis }));
    expect((await store.sends('w')).length).toBe(1);
  });
});

function sentRow(transaction: SendRow['transfer']['transaction']): SendRow {
  const transfer = { generation: 'v2', network: 'test', basis: { height: 0, id: '' }, signatures: [], preimages: [], transaction };
  return { walletId: 'w', id: v2TransactionId(transaction as never), transfer: transfer as never, atMs: 1 };
} // prettier-ignore

describe('errors', () => {
  test('are reported and retried, with increasing delays until it is synced', async () => {
    const chain = new ChainServer(3);
    const server = chain.server({ network: () => Promise.reject(serverFailed()) });
    const { next, types } = await following(server);
    const failed = { type: 'failed', error: { code: 'api/server-error' } };
    expect(await next()).toMatchObject(failed);
    for (const ms of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) expect(await next(ms)).toMatchObject(failed);
    Object.assign(server, chain.server());
    expect(await types(4, 15_000)).toEqual(['moved', 'moved', 'moved', 'current']);
    server.poolTransactions = () => Promise.reject(serverFailed());
    expect(await next()).toMatchObject(failed);
    Object.assign(server, chain.server({ updates: () => Promise.reject(serverFailed()) }));
    expect(await types(2, 1_000)).toEqual(['moved', 'failed']);
  });

  test('are not reported if another tab was first', async () => {
    const chain = new ChainServer(3);
    const { types, store, inStep } = await following(chain.server());
    await inStep();
    const { saveStep } = store;
    store.saveStep = () => {
      store.saveStep = saveStep;
      return Promise.reject(new StaleWriteError());
    };
    chain.grow(1);
    expect(await types(4, POLL_MS)).toEqual(['moved', 'moved', 'current', 'pool']);
  });

  test('end it if the wallet is gone', async () => {
    const chain = new ChainServer(3);
    const { events, store, inStep } = await following(chain.server());
    await inStep();
    await store.removeWallet('w');
    const end = expect(events.next()).rejects.toMatchObject({ code: 'storage/unknown-wallet' });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    await end;
  });

  test('a false feed is rejected, and the stored data is kept', async () => {
    const chain = new ChainServer(3);
    const server = chain.server();
    const { next, store, inStep } = await following(server);
    await inStep();
    const before = chain.tip;
    chain.grow(1);
    server.updates = async ({ params }) => {
      const { applied, reverted } = chain.updatesSince(params.index, 10);
      const state = { ...applied[0]!.state, fundTaxRevenue: hastings(9n) };
      return { reverted, applied: [{ ...applied[0]!, state }] };
    };
    expect(await next(POLL_MS)).toMatchObject({ type: 'failed', error: { fault: 'wrong-revenue' } });
    expect((await store.loadCache('w'))!.cache.index).toEqual(before);
    expect(await store.wallet('w')).toMatchObject({ firstSync: false });
  });

  /** A wallet at a block that the server's chain does not have, or has elsewhere. */
  async function stranded(state: TipState, changes: (chain: ChainServer) => Partial<WalletServer> = () => ({})) {
    const chain = new ChainServer(16);
    const { network } = chain.chain;
    const follow = await following(chain.server(changes(chain)), { firstSync: false, network, genesis: chain.stateAt(0).index.id });
    await follow.store.saveSnapshot('w', { cache: emptyCache(state), state, events: [], atMs: 0 }, {});
    expect(await follow.types(2)).toEqual(['moved', 'failed']);
    void follow.events.next();
    await vi.advanceTimersByTimeAsync(900);
    const { firstSync } = (await follow.store.wallet('w'))!;
    follow.stop.abort();
    return firstSync;
  } // prettier-ignore
  const there = new ChainServer(16);
  const { childTarget: _, ...unchecked } = there.stateAt(14);
  const unknown = { height: 14, id: 'ab'.repeat(32) as BlockId };

  test.each<[string, TipState, boolean]>([
    ['a block that the chain does not have, with a state never verified', { ...unchecked, index: unknown }, true],
    ['a block that the chain does not have, with a state that was verified', { ...there.stateAt(14), index: unknown }, false],
    ['a block that the chain has at another height', { ...there.stateAt(14), index: { height: 13, id: there.stateAt(14).index.id }, fundTaxRevenue: hastings(1n) }, true],
    ['a block at the right height, but with another revenue', { ...there.stateAt(14), fundTaxRevenue: hastings(1n) }, false]
  ])('a wallet at %s is read again, or not', async (_, state, expected) => {
    expect(await stranded(state)).toBe(expected);
  }); // prettier-ignore

  test('a wallet is not read again from a server that only claims that its block is at another height', async () => {
    const { index } = there.stateAt(14);
    const lying = (chain: ChainServer): Partial<WalletServer> => {
      const { block, indexAt, updates } = chain.server();
      const elsewhere = { ...chain.stateAt(13), index: { ...chain.stateAt(13).index, height: 4 } };
      return {
        block: async (request) => {
          const found = await block(request);
          return request.params.idOrHeight === index.id ? { ...found, v2: { ...found.v2!, height: 5 } } : found;
        },
        indexAt: async (request) => (request.params.height === 5 ? { height: 5, id: index.id } : indexAt(request)),
        updates: async (request) => {
          const { applied, reverted } = await updates(request);
          // Its own tip is proven. What it continues the wallet with is invalid, and its block follows another state.
          if (request.query?.limit === 2) return { applied, reverted };
          const { height } = request.params.index;
          const state = height === 3 ? elsewhere : { ...applied[0]!.state, fundTaxRevenue: hastings(9n) };
          return { reverted, applied: [{ ...applied[0]!, state }] };
        }
      };
    };
    expect(await stranded(there.stateAt(14), lying)).toBe(false);
  });

  test('a wallet is not read again from a server that cannot prove its own tip', async () => {
    const lying = (chain: ChainServer): Partial<WalletServer> => ({
      tipState: async () => ({ ...chain.state, fundTaxRevenue: hastings(1n) })
    });
    expect(await stranded({ ...unchecked, index: unknown }, lying)).toBe(false);
  });
});

describe('a wallet with keys', () => {
  const seeing = (chain: ChainServer, ...indexes: number[]) => {
    const used = new Set(indexes.map((index) => WALLET.address(index, 'uc')));
    return chain.server({
      checkAddresses: async ({ body }) => ({ known: body.addresses.some((address) => used.has(address)) }),
      events: async ({ params }) => (used.has(params.address) ? ([{}] as never) : [])
    });
  };

  test('waits for them if its addresses are to be found', async () => {
    const chain = new ChainServer(3);
    const { next, keys, types, store } = await following(seeing(chain, 25), { kind: 'seed', discover: true });
    expect(await next()).toEqual({ type: 'moved' });
    expect(await next()).toEqual({ type: 'waiting-for-unlock' });
    const unlocked = next(POLL_MS);
    keys.isUnlocked = true;
    expect(await unlocked).toMatchObject({ type: 'discovering', checked: 25, found: 0 });
    expect(await types(2)).toEqual(['discovering', 'discovering']);
    await next();
    expect(await next()).toEqual({ type: 'moved' });
    expect(await store.wallet('w')).toMatchObject({ discover: false, checkedUpTo: 66, discoveryCut: false });
    expect((await store.addresses('w')).length).toBe(2 * (26 + 20));
  });

  test('does not wait if they are unlocked', async () => {
    const chain = new ChainServer(3);
    const { next, keys, inStep, store } = await following(seeing(chain), { kind: 'seed', discover: true });
    keys.isUnlocked = true;
    expect(await next()).toEqual({ type: 'moved' });
    expect(await next()).toEqual({ type: 'discovering', checked: 25, found: 0 });
    expect(await next()).toEqual({ type: 'discovering', checked: 40, found: 0 });
    await inStep();
    expect(await store.wallet('w')).toMatchObject({ checkedUpTo: 40, discover: false });
    expect((await store.addresses('w')).length).toBe(2 * 20);
  });

  test.each<[string, number[], number]>([
    ['only if that finds something', [21], 2],
    ['not if that finds nothing', [], 1]
  ])('continues without them while a discovery is due, and is read again %s', async (_, used, reads) => {
    const chain = new ChainServer(3);
    const server = seeing(chain, ...used);
    const batchEvents = vi.spyOn(server, 'batchEvents');
    const { types, next, keys, store, inStep } = await following(server, { kind: 'seed' });
    await inStep();
    await store.changeWallet('w', { discover: true, checkedUpTo: 20 });
    chain.grow(1);
    expect(await types(3, POLL_MS)).toEqual(['moved', 'current', 'pool']);
    expect((await store.wallet('w'))!.discover).toBe(true);
    keys.isUnlocked = true;
    expect(await types(1, POLL_MS)).toEqual(['discovering']);
    while ((await next()).type !== 'current');
    expect(await store.wallet('w')).toMatchObject({ discover: false, firstSync: false });
    expect(batchEvents).toHaveBeenCalledTimes(reads);
  });

  test('derives more of them when the last is used', async () => {
    const chain = new ChainServer(3);
    const { types, keys, store, inStep } = await following(chain.server(), { kind: 'seed' });
    keys.isUnlocked = true;
    await inStep();
    chain.grow(1, WALLET.address(4, 'uc'));
    await types(2, POLL_MS);
    const rows = await store.addresses('w');
    expect(rows.length).toBe(2 * 25);
    expect(rows.filter(({ used }) => used).map(({ address }) => address)).toEqual([WALLET.address(4, 'uc')]);
  });
});

describe('coins that matured without a proof', () => {
  // Created at height 4.
  test.each([
    [3, 'removed', undefined],
    [4, 'kept', expect.anything() as unknown]
  ])('and that a server whose chain began at block %i does not list are %s', async (firstHeight, _, held) => {
    const chain = new ChainServer(3);
    chain.grow(1, v2AddressOf(ALICE));
    const payout = chain.chain.chain.coins.find(({ maturityHeight, output }) => maturityHeight === 7n && OURS.includes(output.address))!;
    const event = {
      id: payout.id, index: chain.tip, confirmations: 1, data: { type: 'miner', coinElement: payout },
      maturityHeight: 7, timestamp: chain.blockAt(4).timestamp, relevant: [v2AddressOf(ALICE)]
    };
    const server = chain.server({
      state: async () => ({ version: '', startTime: '', indexMode: 'full', firstHeight }),
      batchEvents: async ({ query }) => (query?.offset ? [] : [event as never]),
      batchCoinOutputs: async () => ({ basis: chain.tip, outputs: [] }),
      coinOutput: () => Promise.reject(notFound())
    });
    const { types, store, next, inStep } = await following(server);
    await inStep();
    chain.grow(3);
    expect(await types(3, POLL_MS)).toEqual(['moved', 'current', 'pool']);
    await next(POLL_MS);
    expect((await store.loadCache('w'))!.cache.coins.get(payout.id)).toEqual(held);
  }); // prettier-ignore

  /** A wallet with a payout that it could not prove, of a server that hides it once it has matured. */
  async function withHiddenPayout() {
    const chain = new ChainServer(3);
    chain.grow(1, v2AddressOf(ALICE));
    const payout = chain.chain.chain.coins.find(({ maturityHeight, output }) => maturityHeight === 7n && OURS.includes(output.address))!;
    const event = {
      id: payout.id, index: chain.tip, confirmations: 1, data: { type: 'miner', coinElement: payout },
      maturityHeight: 7, timestamp: chain.blockAt(4).timestamp, relevant: [v2AddressOf(ALICE)]
    };
    const honest = chain.server();
    const lies = { isHiding: true, requests: 0 };
    const server = chain.server({
      batchEvents: async ({ query }) => (query?.offset ? [] : [event as never]),
      coinOutput: () => Promise.reject(notFound()),
      batchCoinOutputs: async (request, options) => {
        if (!request.query?.offset) lies.requests++;
        const page = await honest.batchCoinOutputs(request, options);
        return { ...page, outputs: page.outputs.filter(({ id }) => !lies.isHiding || id !== payout.id) };
      }
    });
    const wallet = await following(server);
    await wallet.inStep();
    chain.grow(3);
    expect(await wallet.types(3, POLL_MS)).toEqual(['moved', 'current', 'pool']);
    expect(await wallet.types(2, POLL_MS)).toEqual(['moved', 'current']);
    const held = async () => (await wallet.store.loadCache('w'))!.cache.coins.get(payout.id);
    const missing = async () => (await wallet.store.wallet('w'))!.missingPayouts?.map(({ id }) => id);
    /** Until the poll after the one that arrives at the tip. */
    const poll = async () => {
      for (let polls = 0; polls < 2;) {
        const next = wallet.events.next();
        await vi.advanceTimersByTimeAsync(POLL_MS);
        if ((await next).value?.type === 'current') polls++;
      }
    };
    return { ...wallet, chain, payout, lies, held, missing, poll };
  } // prettier-ignore

  test('and that the server hides do not count, and are added once it lists them', async () => {
    const { chain, payout, lies, held, missing, poll, store } = await withHiddenPayout();
    expect(await held()).toBeUndefined();
    expect(await missing()).toEqual([payout.id]);
    const coins = (await store.metas())[0]!.coins;
    lies.isHiding = false;
    const before = lies.requests;
    await poll();
    // Not requested again at the same block.
    expect(lies.requests).toBe(before);
    chain.grow(1);
    await poll();
    const { stateElement } = chain.chain.chain.coins.find(({ id }) => id === payout.id)!;
    expect(stateElementOf((await store.loadCache('w'))!.cache, (await held())!.leafIndex!)).toEqual(stateElement);
    expect((await store.metas())[0]!.coins).toBe(coins + payout.output.value);
    expect(await missing()).toEqual([]);
  });

  test('and whose id turns out to be that of a foreign output are not the wallet’s', async () => {
    const chain = new ChainServer(3);
    chain.grow(1, v2AddressOf(BOB));
    const foreign = chain.chain.chain.coins.find(({ maturityHeight, output }) => maturityHeight === 7n && output.address === v2AddressOf(BOB))!;
    const event = {
      id: foreign.id, index: chain.tip, confirmations: 1, maturityHeight: 7, timestamp: chain.blockAt(4).timestamp,
      data: { type: 'miner', coinElement: { ...foreign, output: { ...foreign.output, address: v2AddressOf(ALICE) } } },
      relevant: [v2AddressOf(ALICE)]
    };
    const server = chain.server({
      batchEvents: async ({ query }) => (query?.offset ? [] : [event as never]),
      coinOutput: () => Promise.reject(notFound()),
      batchCoinOutputs: async ({ query }) => {
        const listed = chain.chain.chain.coins.filter(({ id, maturityHeight }) => id === foreign.id && maturityHeight <= chain.tip.height);
        return { basis: chain.tip, outputs: (query?.offset ? [] : listed) as unknown as UnspentCoin[] };
      }
    });
    const { inStep, store, events } = await following(server);
    await inStep();
    chain.grow(3);
    const codes: string[] = [];
    for (let steps = 0; steps < 8; steps++) {
      const step = events.next();
      await vi.advanceTimersByTimeAsync(2_000);
      const { value } = await step;
      if (value?.type === 'failed') codes.push(value.error.code);
    }
    const held = [...(await store.loadCache('w'))!.cache.coins.values()];
    expect(held.filter(({ output }) => !OURS.includes(output.address))).toEqual([]);
    expect(codes[0]).toBe('wallet/foreign-output');
  }); // prettier-ignore

  test('and that a server never lists are requested less and less often', async () => {
    const { chain, payout, lies, missing, poll } = await withHiddenPayout();
    const asked: number[] = [];
    for (let block = 1; block <= 16; block++) {
      const before = lies.requests;
      chain.grow(1);
      await poll();
      if (lies.requests > before) asked.push(block);
    }
    expect(asked).toEqual([1, 3, 7, 15]);
    expect(await missing()).toEqual([payout.id]);
  });

  test('and that a block spends after the server hid them are not missing', async () => {
    const { chain, payout, held, missing, types } = await withHiddenPayout();
    const coin = chain.chain.chain.coins.find(({ id }) => id === payout.id)!;
    const spend = {
      coinInputs: [v2InputOf(coin, ALICE)],
      coinOutputs: [{ ...coin.output, address: v2AddressOf(BOB) }]
    };
    chain.add({ v2transactions: [signV2Transaction({ ...EMPTY_V2_TRANSACTION, ...spend }, ALICE)] });
    expect(await types(3, POLL_MS)).toEqual(['moved', 'current', 'pool']);
    expect([await held(), await missing()]).toEqual([undefined, []]);
  });

  test('are proven once they are listed', async () => {
    const chain = new ChainServer(3);
    chain.grow(1, v2AddressOf(ALICE));
    const payout = chain.chain.chain.coins.find(({ maturityHeight, output }) => maturityHeight === 7n && OURS.includes(output.address))!;
    const event = {
      id: payout.id, index: chain.tip, confirmations: 1, data: { type: 'miner', coinElement: payout },
      maturityHeight: 7, timestamp: chain.blockAt(4).timestamp, relevant: [v2AddressOf(ALICE)]
    };
    const server = chain.server({
      batchEvents: async ({ query }) => (query?.offset ? [] : [event as never]),
      coinOutput: () => Promise.reject(notFound())
    });
    const { types, store, next, inStep } = await following(server);
    await inStep();
    const held = async () => (await store.loadCache('w'))!.cache.coins.get(payout.id);
    expect(await held()).toMatchObject({ output: payout.output });
    expect((await held())!.leafIndex).toBeUndefined();
    chain.grow(2);
    expect(await types(3, POLL_MS)).toEqual(['moved', 'current', 'pool']);
    expect(await next(POLL_MS)).toEqual({ type: 'current' });
    chain.grow(1);
    expect(await types(3, POLL_MS)).toEqual(['moved', 'current', 'pool']);
    expect(await types(2, POLL_MS)).toEqual(['moved', 'current']);
    const { cache } = (await store.loadCache('w'))!;
    const { stateElement } = chain.chain.chain.coins.find(({ id }) => id === payout.id)!;
    expect(stateElementOf(cache, (await held())!.leafIndex!)).toEqual(stateElement);
    expect((await store.eventPage('w', undefined, undefined, 5)).length).toBe(1);
    expect(await next(POLL_MS)).toEqual({ type: 'current' });
  }); // prettier-ignore
});

describe('blocks that a server reverts without replacing them', () => {
  const failure = { type: 'failed', error: { code: 'wallet/feed', fault: 'less-work' } };

  test('are kept, until others have as much work', async () => {
    const chain = new ChainServer(5);
    const { next, types, inStep, store } = await following(chain.server());
    await inStep();
    const { tip } = chain;
    chain.rewind(3);
    expect(await next(POLL_MS)).toMatchObject(failure);
    expect((await store.loadCache('w'))!.cache.index).toEqual(tip);
    chain.grow(3, v2AddressOf(BOB));
    expect((await types(2, 1_000)).at(-1)).toBe('moved');
    expect((await store.loadCache('w'))!.cache.index).toEqual(chain.tip);
  });

  test('are kept if the wallet is read again for more addresses', async () => {
    const chain = new ChainServer(5);
    const { next, inStep, store } = await following(chain.server());
    await inStep();
    const { tip } = chain;
    chain.rewind(3);
    await store.changeWallet('w', { firstSync: true });
    expect(await next(POLL_MS)).toMatchObject(failure);
    expect((await store.loadCache('w'))!.cache.index).toEqual(tip);
  });

  test.each([1, 2])(
    'are replaced by another server’s with less work by one block at most: %d reverted',
    async (gone) => {
      const chain = new ChainServer(5);
      const { types, inStep } = await following(chain.server());
      await inStep();
      chain.rewind(gone);
      chain.grow(1, v2AddressOf(BOB));
      expect(await types(1, POLL_MS)).toEqual(['moved']);
    }
  );

  test('in more responses than one are missed after a restart too, until others have as much work, or it is read anew', async () => {
    const chain = new ChainServer(45);
    const server = chain.server();
    server.updates = async ({ params, query }) => {
      const { reverted, applied } = chain.updatesSince(params.index, query!.limit!);
      return reverted.length > query!.limit!
        ? { reverted: reverted.slice(0, query!.limit!), applied: [] }
        : { reverted, applied };
    };
    const { sync, stop, events, next, inStep, store } = await following(server);
    await inStep();
    chain.rewind(20);
    expect(await next(POLL_MS)).toMatchObject({ type: 'moved' });
    expect(await next()).toMatchObject({ type: 'catching-up' });
    expect(await next()).toMatchObject(failure);
    stop.abort();
    await events.return(undefined);
    const again = sync.run(new AbortController().signal);
    const nextOf = async (type: string) => {
      for (;;) {
        const pending = again.next();
        await vi.advanceTimersByTimeAsync(60_000);
        const event = (await pending).value as SyncEvent;
        if (event.type === type || event.type === 'failed') return event;
      }
    };
    expect(await nextOf('failed')).toMatchObject(failure);
    expect((await store.wallet('w'))!.workDue).toBeGreaterThan(0n);
    await store.changeWallet('w', { firstSync: true, readAnew: true });
    expect(await nextOf('current')).toMatchObject({ type: 'current' });
    expect((await store.wallet('w'))!.workDue).toBeUndefined();
  });
});
