import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { pruneBodies } from '$lib/server/node/chain/prune';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { updatesSince } from '$lib/server/node/wallet/updateFeed';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

/** A store of which the bodies from that height on are there. */
function storeFrom(first: number) {
  const pruned: number[] = [];
  const store = {
    firstBody: first,
    transaction: (work: () => void) => work(),
    blocks: { pruneBodies: (below: number) => pruned.push(below) },
    setFirstBody: (height: number) => (store.firstBody = height)
  };
  return { store: store as unknown as ChainStore, pruned };
}

test('bodies deeper than what is kept are removed, five hundred at a time', () => {
  const { store, pruned } = storeFrom(1);
  expect(pruneBodies(store, 1_300, 300)).toBe(true);
  expect(pruneBodies(store, 1_300, 300)).toBe(false);
  expect(pruned).toEqual([501, 1_001]);
  expect(store.firstBody).toBe(1_001);
});

test('nothing is removed for fewer than fifty', () => {
  const { store, pruned } = storeFrom(1);
  expect(pruneBodies(store, 349, 300)).toBe(false);
  expect([pruned, store.firstBody]).toEqual([[], 1]);
  expect(pruneBodies(store, 350, 300)).toBe(false);
  expect([pruned, store.firstBody]).toEqual([[51], 51]);
});

describe('a side branch', () => {
  const KEPT = 60;
  const TIP = 120;
  const best = TestChain.create().extend(TIP);
  const old = best.fork(30, 7).extend(3);
  const recent = best.fork(90, 8).extend(TIP - 90);

  let store: ChainStore;
  let chain: ChainManager;
  beforeEach(async () => {
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    store = new ChainStore(':memory:');
    chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
    await chain.addBlocks(best.blocks.slice(1));
    await chain.addBlocks(old.blocks.slice(31));
    await chain.addBlocks(recent.blocks.slice(91));
    expect(chain.tip).toEqual(best.tip.index);
    pruneBodies(store, TIP, KEPT);
    expect(store.firstBody).toBe(TIP - KEPT + 1);
  });
  afterEach(() => store.close());

  const heightsWithBody = (): number[] =>
    store.database
      .prepare('SELECT height FROM blocks WHERE body IS NOT NULL ORDER BY height')
      .all()
      .map(({ height }) => Number(height));

  test('loses its bodies at the depth of those of the best chain', () => {
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
    expect(heightsWithBody()).toEqual([...range(61, TIP), ...range(91, TIP)].toSorted((a, b) => a - b));
  });

  test('that is kept can still become the best chain', async () => {
    const heavier = recent.fork(TIP, 8).extend(3);
    await chain.addBlocks(heavier.blocks.slice(TIP + 1));
    expect(chain.tip).toEqual(heavier.tip.index);
  });

  test('that was pruned cannot: its next blocks are refused, and nothing changes', async () => {
    const heavier = old.fork(33, 7).extend(TIP);
    await expect(chain.addBlocks(heavier.blocks.slice(34))).rejects.toMatchObject({ code: 'chain/fork-too-deep' });
    expect(chain.tip).toEqual(best.tip.index);
    // What was added of it below goes with the next pruning.
    pruneBodies(store, TIP + 100, KEPT);
    expect(heightsWithBody().every((height) => height > TIP + 100 - KEPT)).toBe(true);
  });

  test('that a wallet was on is unknown to it once it was pruned, and is reverted before', async () => {
    const since = { height: TIP, id: best.idAt(TIP) };
    await chain.addBlocks(
      recent
        .fork(TIP, 8)
        .extend(3)
        .blocks.slice(TIP + 1)
    );
    const limits = { blocks: 100, bytes: 1e9 };
    expect(updatesSince(store, testPreset.network, since, limits)?.reverted).toHaveLength(TIP - 90);
    const after = store.blocks.tip()!.height;
    pruneBodies(store, after + 50, KEPT);
    expect(store.firstBody).toBeGreaterThan(91);
    expect(updatesSince(store, testPreset.network, since, limits)).toBeUndefined();
  });
});
