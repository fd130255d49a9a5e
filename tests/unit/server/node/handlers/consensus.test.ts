import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consensusChange } from '$lib/api/daemon/changes/changeLayout';
import { FROM_GENESIS, FROM_NOW } from '$lib/api/daemon/consensus';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { transactionWeight } from '$lib/chain/block/weight';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { decode } from '$lib/codec/layout';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { consensusHandlers } from '$lib/server/node/handlers/consensus';
import type { PeerNetwork } from '$lib/server/node/peers/peerNetwork';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { earlyNetwork } from '../../../../support/earlyNetwork';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const others = TestChain.create().extend(3);

let store: ChainStore;
let chain: ChainManager;
let subscribe: (signal: AbortSignal, id?: string) => ReadableStream<Uint8Array>;
let handlersWith: (peers?: Partial<PeerNetwork>) => ReturnType<typeof consensusHandlers>;
beforeEach(async () => {
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  store = new ChainStore(':memory:');
  chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  await chain.addBlocks(others.blocks.slice(1));
  const parts = { store, chain, signatures, genesisTimestamp: unixSeconds(0) };
  handlersWith = (peers) => consensusHandlers({ ...parts, ...(peers && { peers: peers as PeerNetwork }) });
  subscribe = (signal, id = FROM_GENESIS) =>
    handlersWith().subscribe({ params: { id }, query: {}, body: undefined }, { signal }) as ReadableStream<Uint8Array>;
});
afterEach(() => store.close());

test('a change is read only when the one before it has been taken', async () => {
  const read = vi.spyOn(store.changes, 'after');
  const reader = subscribe(new AbortController().signal).getReader();
  await reader.read();
  await new Promise((resolve) => setImmediate(resolve));
  // Another one at the start: whether the first can be served.
  expect(read).toHaveBeenCalledTimes(2);
  while (!(await reader.read()).done);
  expect(read).toHaveBeenCalledTimes(2 + others.blocks.length);
});

test('a subscription ends when its client disconnects', async () => {
  const stop = new AbortController();
  const reader = subscribe(stop.signal).getReader();
  await reader.read();
  stop.abort();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test('a subscription breaks off if a change cannot be read', async () => {
  const reader = subscribe(new AbortController().signal).getReader();
  const failure = new Error('disk');
  store.changes.after = () => {
    throw failure;
  };
  await expect(reader.read()).rejects.toBe(failure);
});

test('a set is valid up to the weight of a block', async () => {
  const { genesis } = testPreset;
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const early = new ChainStore(':memory:');
  const chain = new ChainManager({ store: early, network: earlyNetwork, genesis, clock: Date.now, signatures });
  const { validate } = consensusHandlers({ store: early, chain, signatures, genesisTimestamp: unixSeconds(0) });
  const withData = (length: number) => ({ ...EMPTY_TRANSACTION, arbitraryData: [new Uint8Array(length)] });
  const half = MAX_BLOCK_WEIGHT / 2 - transactionWeight(withData(0));
  const validated = async (...lengths: number[]) => {
    const request = { params: {}, query: {}, body: lengths.map(withData) };
    await validate(request as Parameters<typeof validate>[0], { signal: new AbortController().signal });
  };
  expect(transactionWeight(withData(half))).toBe(MAX_BLOCK_WEIGHT / 2);
  await validated(half, half);
  await expect(validated(half, half + 1)).rejects.toThrow(/too large to fit in a block/);
  early.close();
});

const options = { signal: new AbortController().signal };

test('a failure of the node is not blamed on the set', async () => {
  const failure = new Error('disk');
  const signatures = { withVerified: () => Promise.reject(failure) } as unknown as SignatureChecker;
  const { validate } = consensusHandlers({ store, chain, signatures, genesisTimestamp: unixSeconds(0) });
  await expect(validate({ params: {}, query: {}, body: [] }, options)).rejects.toBe(failure);
});

describe('the status', () => {
  const statusWith = (peers?: Partial<PeerNetwork>) =>
    handlersWith(peers).status({ params: {}, query: {}, body: undefined }, options);

  test('of a node without peers is synced, with the constants of its network', async () => {
    const status = await statusWith();
    expect(status).toMatchObject({
      ...{ synced: true, height: 3, currentBlock: others.idAt(3), genesisTimestamp: 0 },
      ...{ blockFrequency: 600, initialCoinbase: 300_000, minimumCoinbase: 30_000, maturityDelay: 10 }
    });
    for (const name of ['firstBodyHeight', 'headersHeight', 'announcedHeight', 'syncMode']) {
      expect(status).not.toHaveProperty(name);
    }
  });

  test('of one with peers shows how far its sync is', async () => {
    const headers = { height: 9, timestamp: unixSeconds(7), isComplete: false };
    const peers = { headers, announcedHeight: 12, mode: 'running', isSynced: false } as const;
    expect(await statusWith(peers)).toMatchObject({
      ...{ headersHeight: 9, headersTimestamp: 7, headersComplete: false },
      ...{ announcedHeight: 12, syncMode: 'running', synced: false }
    });
  });

  test('of a pruned node has its first block', async () => {
    store.setFirstBody(2);
    expect(await statusWith()).toMatchObject({ firstBodyHeight: 2 });
  });
});

describe('a block', () => {
  const find = async (query: { id?: string; height?: number }) =>
    handlersWith().block({ params: {}, query, body: undefined }, options);

  test('is found by its ID in either case, or by its height', async () => {
    const found = await find({ height: 2 });
    expect(found).toMatchObject({ id: others.idAt(2), height: 2, parentId: others.idAt(1) });
    expect(found.minerPayouts).toEqual(others.blocks[2]!.minerPayouts);
    for (const id of [others.idAt(2), others.idAt(2).toUpperCase()]) expect(await find({ id })).toEqual(found);
    expect((await find({ height: 0 })).transactions).toEqual(others.blocks[0]!.transactions);
  });

  test.each<[string, { id?: string; height?: number }, string]>([
    ['without a name', {}, 'consensus/block-unnamed'],
    ['with two names', { id: '11'.repeat(32), height: 1 }, 'consensus/block-named-twice'],
    ['with an unreadable ID', { id: '1' }, 'consensus/block-id-unreadable'],
    ['that is unknown', { id: '11'.repeat(32) }, 'consensus/block-not-found'],
    ['above the tip', { height: 4 }, 'consensus/block-not-found']
  ])('%s is not found', async (_, query, code) => {
    await expect(find(query)).rejects.toMatchObject({ code });
  });

  test('that is invalid or was pruned is not found, which says why', async () => {
    store.blocks.setInvalid(others.idAt(3));
    await expect(find({ id: others.idAt(3) })).rejects.toMatchObject({ code: 'consensus/block-not-found' });
    store.blocks.prune(2);
    store.setFirstBody(2);
    const pruned = { code: 'consensus/before-first-block', message: expect.stringContaining('2') };
    await expect(find({ id: others.idAt(1) })).rejects.toMatchObject(pruned);
    await expect(find({ height: 1 })).rejects.toMatchObject(pruned);
    expect((await find({ height: 2 })).height).toBe(2);
  });
});

describe('a subscription', () => {
  const changesOf = async (id: string) => {
    const changes = [];
    for await (const bytes of subscribe(options.signal, id)) changes.push(decode(consensusChange, bytes));
    return changes.map((change) => change.synced);
  };

  test('brings the changes after a known one, in either case, of which the last is the newest', async () => {
    const second = store.changes.after(1)!.id;
    expect(await changesOf(FROM_GENESIS)).toEqual([false, false, false, true]);
    for (const id of [second, second.toUpperCase()]) expect(await changesOf(id)).toEqual([false, true]);
    for (const id of [FROM_NOW, '11'.repeat(32)]) expect(await changesOf(id)).toEqual([]);
  });

  test.each([
    ['11', 'encoded value has the wrong length to be a hash'],
    ['1'.repeat(65), 'encoded value has the wrong length to be a hash'],
    [`${'1'.repeat(63)}z`, "encoding/hex: invalid byte: U+007A 'z'"]
  ])('after %s is refused', (id, reason) => {
    expect(() => subscribe(options.signal, id)).toThrow(
      expect.objectContaining({ code: 'consensus/change-id-unreadable', message: expect.stringContaining(reason) })
    );
  });

  test('of a pruned node begins where the coins that mature in a block are known', async () => {
    store.setFirstBody(1);
    const refused = expect.objectContaining({ code: 'consensus/before-first-block' });
    // Ten blocks later, there are none yet.
    expect(() => subscribe(options.signal)).toThrow(refused);
    expect(await changesOf(FROM_NOW)).toEqual([]);
    const longer = others.fork(3, 0).extend(9);
    await chain.addBlocks(longer.blocks.slice(4));
    const changeAt = (height: number) => store.changes.after(height)!.id;
    expect(() => subscribe(options.signal, changeAt(9))).toThrow(refused);
    expect(await changesOf(changeAt(10))).toEqual([false, true]);
    const last = changeAt(12);
    await chain.addBlocks(longer.fork(10, 1).extend(3).blocks.slice(11));
    expect(await changesOf(last)).toEqual([true]);
    // Pruned, as all blocks of side branches at that height.
    store.blocks.remove(longer.idAt(12));
    expect(() => subscribe(options.signal, last)).toThrow(refused);
  });
});
