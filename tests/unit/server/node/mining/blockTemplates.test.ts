import { describe, expect, test, vi } from 'vitest';
import type { ChainState } from '$lib/chain/block/state';
import { VOID_ADDRESS } from '$lib/chain/address';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { genesisState } from '$lib/consensus/state';
import type { ChainManager } from '$lib/server/node/chain/chainManager';
import { BlockTemplates } from '$lib/server/node/mining/blockTemplates';
import { HeaderCache } from '$lib/server/node/mining/headerCache';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { blockReward } from '$lib/chain/network/rewards';
import type { BlockId } from '$lib/chain/ids';
import { systemScheduler } from '$lib/async/scheduler';
import { eventually } from '../../../../support/eventually';
import { settle } from '../../../../support/manualClock';

const { network } = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const stateAt = (height: number): ChainState => ({
  ...genesisState(network),
  index: { height, id: height.toString(16).padStart(2, '0').repeat(32) as BlockId },
  prevTimestamps: Array.from({ length: Math.min(11, height + 1) }, () => TEST_GENESIS_TIMESTAMP)
});

/** Templates of a pool from which a selection takes a second. */
function miners(ofChain: Pick<ChainManager, 'network' | 'state'> = { network, state: stateAt(5) }) {
  const world = { nowMs: 5_000, selections: 0, transactions: [] as V2Transaction[], v1: [] as Transaction[] };
  const chain = { ...ofChain };
  const settling = Promise.withResolvers<void>();
  const pool = {
    version: 0,
    isSettled: true,
    settled: () => settling.promise,
    /** Ends the validation on the new tip. */
    settle() {
      pool.isSettled = true;
      settling.resolve();
    },
    get count() {
      return world.v1.length + world.transactions.length;
    },
    get transactions() {
      return world.v1;
    },
    get v2Transactions() {
      world.selections++;
      world.nowMs += 1_000;
      return world.transactions;
    },
    add(count = 1) {
      const added = Array.from({ length: count }, () => ({
        ...EMPTY_V2_TRANSACTION,
        arbitraryData: new Uint8Array(8)
      }));
      world.transactions = [...world.transactions, ...added];
      pool.version++;
    }
  };
  const templates = new BlockTemplates({ chain, pool, clock: () => 1.8e12, now: () => world.nowMs });
  const create = () => templates.create(VOID_ADDRESS).block.v2!.transactions.length;
  return { world, chain, pool, templates, create };
}

test('all templates share one selection while tip and pool are the same', () => {
  const { world, pool, templates, create } = miners();
  pool.add();
  for (let i = 0; i < 5; i++) expect(create()).toBe(1);
  const before = templates.id;
  expect(templates.create(VOID_ADDRESS, new Uint8Array(32)).block.v2!.transactions).toHaveLength(2);
  world.nowMs += 60_000;
  expect([create(), templates.id, world.selections]).toEqual([1, before, 1]);
  // With the tip and a number, of which clients learn whether there is better work.
  expect(before).toBe(`${'05'.repeat(12)}00000001`);
});

test('a template has the time of the clock', () => {
  expect(miners().templates.create(VOID_ADDRESS).block.timestamp).toBe(1_800_000_000);
});

test('V1 transactions are selected as long as there are some, and count among those selected at once', () => {
  const early = networkPreset('dev-v1', TEST_GENESIS_TIMESTAMP);
  const { world, pool, templates } = miners({ network: early.network, state: stateAt(45) });
  world.v1 = Array.from({ length: 600 }, () => ({ ...EMPTY_TRANSACTION, arbitraryData: [new Uint8Array(20)] }));
  pool.add(600);
  const { block } = templates.create(VOID_ADDRESS);
  expect([block.transactions.length, block.v2!.transactions.length, templates.isPreliminary]).toEqual([600, 400, true]);
  world.v1 = [...world.v1, ...world.v1];
  const later = miners({ network: early.network, state: stateAt(45) });
  later.world.v1 = world.v1;
  expect(later.templates.create(VOID_ADDRESS).block.transactions).toHaveLength(1_000);
});

test('a change of the pool waits for ten times as long as the last selection took', () => {
  const { world, pool, templates, create } = miners();
  pool.add();
  const before = templates.id;
  pool.add();
  world.nowMs += 9_999;
  expect([create(), templates.id]).toEqual([1, before]);
  world.nowMs += 1;
  expect(create()).toBe(2);
  expect([templates.id === before, world.selections]).toEqual([false, 2]);
});

test('a new tip does not wait', () => {
  const { chain, pool, templates, create } = miners();
  pool.add();
  const before = templates.id;
  pool.add();
  chain.state = stateAt(6);
  expect(create()).toBe(2);
  expect(templates.id).not.toBe(before);
  expect(templates.create(VOID_ADDRESS).block).toMatchObject({
    parentId: chain.state.index.id,
    minerPayouts: [{ value: blockReward(network, 7) }]
  });
});

const headersOf = ({ chain, templates }: Pick<ReturnType<typeof miners>, 'chain' | 'templates'>): HeaderCache =>
  new HeaderCache({
    chain: { ...chain, tip: chain.state.index } as unknown as ChainManager,
    templates,
    payoutAddress: VOID_ADDRESS,
    clock: () => 1.8e12,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length))
  });

describe('while a part of the pool is still validated on a new tip', () => {
  test('a selection from the rest is kept until then, and no longer', async () => {
    const { world, pool, templates, create } = miners();
    pool.isSettled = false;
    pool.add();
    expect([create(), templates.isPreliminary]).toEqual([1, true]);
    pool.add();
    await settle();
    expect([create(), world.selections, templates.isPreliminary]).toEqual([1, 1, true]);
    // The selection from all of it has begun already.
    pool.isSettled = true;
    expect([create(), world.selections]).toEqual([1, 1]);
    pool.settle();
    await eventually(() => expect(create()).toBe(2));
    expect([templates.isPreliminary, world.selections]).toEqual([false, 2]);
  });

  test('so are the headers made from it', async () => {
    const { chain, pool, templates } = miners();
    const create = vi.spyOn(templates, 'create');
    const headers = headersOf({ chain, templates });
    pool.isSettled = false;
    for (let i = 0; i < 3; i++) headers.next();
    expect(create).toHaveBeenCalledTimes(1);
    const isComplete = new Promise<void>((resolve) => void templates.onComplete(resolve));
    pool.settle();
    await isComplete;
    for (let i = 0; i < 3; i++) headers.next();
    expect(create).toHaveBeenCalledTimes(2);
  });

  test('a complete selection on the same tip is not replaced by one from a part', async () => {
    const { world, pool, templates, create } = miners();
    pool.add(2);
    expect(create()).toBe(2);
    pool.isSettled = false;
    world.transactions = world.transactions.slice(0, 1);
    pool.version++;
    world.nowMs += 60_000;
    expect([create(), templates.isPreliminary]).toEqual([2, false]);
    pool.settle();
    await eventually(() => expect(create()).toBe(1));
  });
});

describe('from a large pool', () => {
  const COUNT = 1_200;
  const AT_ONCE = 1_000;

  test('a part is selected at once, all of it in steps, and miners learn of that', async () => {
    const { world, pool, templates, create } = miners();
    const announced: number[] = [];
    templates.onComplete(() => announced.push(create()));
    pool.add(COUNT);
    const first = templates.id;
    expect([create(), templates.isPreliminary, announced]).toEqual([AT_ONCE, true, []]);
    await eventually(() => expect(announced).toEqual([COUNT]));
    expect([templates.isPreliminary, world.selections]).toEqual([false, 2]);
    expect(templates.id).not.toBe(first);
  });

  test('of a thousand, all of it is selected at once', () => {
    const { pool, templates, create } = miners();
    pool.add(AT_ONCE);
    expect([create(), templates.isPreliminary]).toEqual([AT_ONCE, false]);
  });

  test('a listener that unsubscribed is not called', async () => {
    const { pool, templates, create } = miners();
    const [gone, there] = [vi.fn(), vi.fn()];
    const unsubscribe = templates.onComplete(gone);
    templates.onComplete(there);
    unsubscribe();
    pool.add(COUNT);
    create();
    await eventually(() => expect(there).toHaveBeenCalledTimes(1));
    expect(gone).not.toHaveBeenCalled();
  });

  test('a selection that fails in steps is logged, and tried again', async () => {
    const { pool, templates, create } = miners();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      pool.add(COUNT);
      pool.isSettled = false;
      const fault = new Error('a fault');
      const settled = vi.spyOn(pool, 'settled').mockRejectedValueOnce(fault);
      create();
      await eventually(() => expect(logged.mock.calls).toEqual([[fault]]));
      settled.mockRestore();
      pool.settle();
      await eventually(() => expect([create(), templates.isPreliminary]).toEqual([COUNT, false]));
    } finally {
      logged.mockRestore();
    }
  });

  test('other work is done between the steps', async () => {
    const { pool, templates, create } = miners();
    pool.add(COUNT);
    const order: string[] = [];
    templates.onComplete(() => order.push('selected'));
    create();
    // Each step seems to take longer than a slice.
    let nowMs = systemScheduler.now();
    const now = vi.spyOn(systemScheduler, 'now').mockImplementation(() => (nowMs += 20));
    try {
      setImmediate(() => order.push('other work'));
      await eventually(() => expect(order).toContain('selected'));
      expect(order).toEqual(['other work', 'selected']);
    } finally {
      now.mockRestore();
    }
  });

  test('a later change is selected in steps too, without another announcement', async () => {
    const { world, pool, templates, create } = miners();
    const announced = vi.fn();
    templates.onComplete(announced);
    pool.add(COUNT);
    create();
    await eventually(() => expect(announced).toHaveBeenCalled());
    pool.add();
    world.nowMs += 60_000;
    expect(create()).toBe(COUNT);
    await eventually(() => expect(create()).toBe(COUNT + 1));
    expect(announced).toHaveBeenCalledTimes(1);
  });

  test('a new tip ends a selection on the one before', async () => {
    const { world, chain, pool, templates, create } = miners();
    const announced: string[] = [];
    templates.onComplete(() => announced.push(templates.create(VOID_ADDRESS).block.parentId));
    pool.add(COUNT);
    create();
    chain.state = stateAt(6);
    expect(create()).toBe(AT_ONCE);
    await eventually(() => expect(create()).toBe(COUNT));
    expect(announced).toEqual([chain.state.index.id]);
    // A part and all of it on each tip: none of them twice.
    expect(world.selections).toBeLessThanOrEqual(4);
  });
});
