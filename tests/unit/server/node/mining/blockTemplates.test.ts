import { describe, expect, test, vi } from 'vitest';
import type { ChainState } from '$lib/chain/block/state';
import { VOID_ADDRESS } from '$lib/chain/address';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { genesisState } from '$lib/consensus/state';
import type { ChainManager } from '$lib/server/node/chain/chainManager';
import { BlockTemplates } from '$lib/server/node/mining/blockTemplates';
import { HeaderCache } from '$lib/server/node/mining/headerCache';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { blockReward } from '$lib/chain/network/rewards';
import type { BlockId } from '$lib/chain/ids';

const { network } = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const stateAt = (height: number): ChainState => ({
  ...genesisState(network),
  index: { height, id: height.toString(16).repeat(64) as BlockId },
  prevTimestamps: Array.from({ length: height + 1 }, () => TEST_GENESIS_TIMESTAMP)
});

/** Templates of a pool from which a selection takes a second. */
function miners() {
  const world = { nowMs: 0, selections: 0, transactions: [] as V2Transaction[] };
  const chain = { network, state: stateAt(5) };
  const pool = {
    version: 0,
    isSettled: true,
    transactions: [],
    get v2Transactions() {
      world.selections++;
      world.nowMs += 1_000;
      return world.transactions;
    },
    add() {
      world.transactions = [...world.transactions, { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(8) }];
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
  expect([templates.id, world.selections]).toEqual([before, 1]);
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

describe('while a part of the pool is still validated on a new tip', () => {
  test('a selection from the rest is kept until then, and no longer', () => {
    const { world, pool, create } = miners();
    pool.isSettled = false;
    pool.add();
    expect(create()).toBe(1);
    pool.add();
    expect([create(), world.selections]).toEqual([1, 1]);
    pool.isSettled = true;
    expect([create(), create(), world.selections]).toEqual([2, 2, 2]);
  });

  test('so are the headers made from it', () => {
    const { chain, pool, templates } = miners();
    const create = vi.spyOn(templates, 'create');
    const headers = new HeaderCache({
      chain: { ...chain, tip: chain.state.index } as unknown as ChainManager,
      templates,
      payoutAddress: VOID_ADDRESS,
      clock: () => 1.8e12,
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length))
    });
    pool.isSettled = false;
    for (let i = 0; i < 3; i++) headers.next();
    expect(create).toHaveBeenCalledTimes(1);
    pool.isSettled = true;
    for (let i = 0; i < 3; i++) headers.next();
    expect(create).toHaveBeenCalledTimes(2);
  });
});
