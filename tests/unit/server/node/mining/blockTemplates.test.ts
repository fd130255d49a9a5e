import { expect, test } from 'vitest';
import type { ChainState } from '$lib/chain/block/state';
import { VOID_ADDRESS } from '$lib/chain/address';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { genesisState } from '$lib/consensus/state';
import { BlockTemplates } from '$lib/server/node/mining/blockTemplates';
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
