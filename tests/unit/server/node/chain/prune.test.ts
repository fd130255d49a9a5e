import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { BlockId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { pruneBlocks } from '$lib/server/node/chain/prune';
import { consensusHandlers } from '$lib/server/node/handlers/consensus';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { updatesSince } from '$lib/server/node/wallet/updateFeed';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

/** A store that has block bodies from this height on. */
function storeFrom(first: number) {
  const pruned: number[] = [];
  const store = {
    firstBody: first,
    transaction: (work: () => void) => work(),
    blocks: { prune: (below: number) => pruned.push(below) },
    setFirstBody: (height: number) => (store.firstBody = height)
  };
  return { store: store as unknown as ChainStore, pruned };
}

test('bodies below the retention depth are removed, five hundred at a time', () => {
  const { store, pruned } = storeFrom(1);
  expect(pruneBlocks(store, 1_300, 300)).toBe(true);
  expect(pruneBlocks(store, 1_300, 300)).toBe(false);
  expect(pruned).toEqual([501, 1_001]);
  expect(store.firstBody).toBe(1_001);
});

test('nothing is removed for fewer than fifty blocks', () => {
  const { store, pruned } = storeFrom(1);
  expect(pruneBlocks(store, 349, 300)).toBe(false);
  expect([pruned, store.firstBody]).toEqual([[], 1]);
  expect(pruneBlocks(store, 350, 300)).toBe(false);
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
    pruneBlocks(store, TIP, KEPT);
    expect(store.firstBody).toBe(TIP - KEPT + 1);
  });
  afterEach(() => store.close());

  const heightsWithBody = (): number[] =>
    store.database
      .prepare('SELECT height FROM blocks WHERE body IS NOT NULL ORDER BY height')
      .all()
      .map(({ height }) => Number(height));

  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

  test('is pruned at the same depth as the best chain, keeping its headers', () => {
    expect(heightsWithBody()).toEqual([...range(61, TIP), ...range(91, TIP)].toSorted((a, b) => a - b));
    expect(old.blocks.slice(31).map((block) => store.blocks.place(blockId(blockHeaderOf(block))))).toEqual(
      range(31, 33).map(() => undefined)
    );
    expect(store.headersAfter(0, TIP)).toHaveLength(TIP);
    expect(store.blocks.count()).toBe(TIP + 1 + (TIP - 90));
  });

  test('within the retention depth can still become the best chain', async () => {
    const heavier = recent.fork(TIP, 8).extend(3);
    await chain.addBlocks(heavier.blocks.slice(TIP + 1));
    expect(chain.tip).toEqual(heavier.tip.index);
  });

  test('that was pruned cannot: its next blocks have an unknown parent, and nothing changes', async () => {
    const heavier = old.fork(33, 7).extend(TIP);
    await expect(chain.addBlocks(heavier.blocks.slice(34))).rejects.toMatchObject({ code: 'chain/unknown-parent' });
    expect(chain.tip).toEqual(best.tip.index);
  });

  test('that was pruned and arrives again completely is rejected, and pruned again', async () => {
    const heavier = old.fork(33, 7).extend(TIP);
    await expect(chain.addBlocks(heavier.blocks.slice(31))).rejects.toMatchObject({ code: 'chain/fork-too-deep' });
    expect(chain.tip).toEqual(best.tip.index);
    pruneBlocks(store, TIP + 100, KEPT);
    expect(heightsWithBody().every((height) => height > TIP + 100 - KEPT - 2)).toBe(true);
    const rows = store.database.prepare('SELECT height FROM blocks WHERE height < ?').all(TIP + 100 - KEPT);
    expect(rows).toHaveLength(Math.min(TIP + 1, TIP + 100 - KEPT));
  });

  test('with only headers left by an earlier version is rejected, without harm', async () => {
    await chain.addBlocks(old.blocks.slice(31));
    store.database.exec('UPDATE blocks SET body = NULL, supplement = NULL WHERE height < 61');
    const heavier = old.fork(33, 7).extend(TIP);
    await expect(chain.addBlocks(heavier.blocks.slice(34))).rejects.toMatchObject({ code: 'chain/fork-too-deep' });
    while (pruneBlocks(store, TIP + 100, KEPT));
    expect(chain.tip).toEqual(best.tip.index);
    expect(store.headersAfter(0, TIP)).toHaveLength(TIP);
  });

  test('under a wallet is reverted while it is stored, and unknown once it was pruned', async () => {
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
    pruneBlocks(store, after + 50, KEPT);
    expect(store.firstBody).toBeGreaterThan(91);
    expect(updatesSince(store, testPreset.network, since, limits)).toBeUndefined();
  });

  test('is reverted for a wallet down to the first stored block, whose parent was stored too', async () => {
    const heavier = recent.fork(TIP, 8).extend(3);
    await chain.addBlocks(heavier.blocks.slice(TIP + 1));
    // The state of the block before the first stored one is the oldest that is needed.
    const first = 100;
    store.blocks.prune(first);
    store.setFirstBody(first);
    const since = { height: first, id: best.idAt(first) };
    const one = updatesSince(store, testPreset.network, since, { blocks: 1, bytes: 1e9 })!;
    expect(one.reverted.map(({ state }) => state.index)).toEqual([best.states[first - 1]!.index]);
    expect(updatesSince(store, testPreset.network, since, { blocks: 9, bytes: 1 })).toEqual(one);
    expect(updatesSince(store, testPreset.network, since, { blocks: 9, bytes: 1e9 })).toBeUndefined();
    expect(store.blocks.place(best.idAt(first - 2))).toBeUndefined();
  });

  test('has no updates if it was never validated, nor does an unknown block, even if none are wanted', async () => {
    const side = best.fork(TIP - 1, 9).extend(1);
    expect(await chain.addBlock(side.blocks.at(-1)!)).toBe('side');
    const unknown = { height: TIP, id: 'ab'.repeat(32) as BlockId };
    for (const [since, blocks] of [
      [side.tip.index, 9],
      [unknown, 9],
      [unknown, 0]
    ] as const) {
      expect(updatesSince(store, testPreset.network, since, { blocks, bytes: 1e9 })).toBeUndefined();
    }
  });

  test('under a subscriber of the change stream is refused once pruned, as are pruned blocks of the best chain', async () => {
    const before = store.changes.after(store.changes.lastSeq() - 1)!.id;
    const heavier = recent.fork(TIP, 8).extend(3);
    await chain.addBlocks(heavier.blocks.slice(TIP + 1));
    store.blocks.prune(110);
    store.setFirstBody(110);
    expect(store.blocks.place(best.idAt(91))).toBeUndefined();
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    const { subscribe } = consensusHandlers({ store, chain, signatures, genesisTimestamp: unixSeconds(0) });
    const { signal } = new AbortController();
    expect(() => subscribe({ params: { id: before }, query: {}, body: undefined }, { signal })).toThrow(
      expect.objectContaining({
        code: 'consensus/before-first-block',
        data: { first: 110 + testPreset.network.maturityDelay }
      })
    );
  });
});
