import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { genesisState } from '$lib/consensus/state';
import { ancestorTimestamp } from '$lib/server/node/chain/ancestors';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { pruneBlocks } from '$lib/server/node/chain/prune';
import { quickCheck } from '$lib/server/node/chain/quickCheck';
import { replayApply } from '$lib/server/node/chain/replay';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { earlyBlocksAfter, earlyNetwork } from '../../../../support/earlyNetwork';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const INTERVAL = 600;

let store: ChainStore;
beforeEach(() => {
  store = new ChainStore(':memory:');
});
afterEach(() => store.close());

describe('the difficulty before Oak', () => {
  const LENGTH = 1_002;

  test('on a side branch depends on the branch’s own timestamps, however long the branch is', () => {
    const best = earlyBlocksAfter(testPreset.genesis, LENGTH, INTERVAL);
    const side = earlyBlocksAfter(testPreset.genesis, LENGTH, 2 * INTERVAL);
    const stateOf = (block: Block, height: number) => ({
      ...genesisState(earlyNetwork),
      index: { height, id: blockId(blockHeaderOf(block)) },
      prevTimestamps: Array.from({ length: Math.min(11, height + 1) }, () => block.timestamp)
    });
    store.transaction(() => {
      for (const blocks of [best, side]) {
        blocks.forEach((block, i) => store.insertBlock(blockId(blockHeaderOf(block)), block, stateOf(block, i + 1)));
      }
      best.forEach((block, i) => store.blocks.extendBest(stateOf(block, i + 1).index));
    });
    const at = (blocks: readonly Block[]) => ancestorTimestamp(store, earlyNetwork, stateOf(blocks.at(-1)!, LENGTH));
    expect(at(best)).toBe(best[1]!.timestamp);
    expect(at(side)).toBe(side[1]!.timestamp);
  });

  test('ends with that fork: later blocks depend on no such timestamp', () => {
    const { network, genesis } = testPreset;
    const [first] = TestChain.create().extend(1).states;
    store.transaction(() => {
      store.insertBlock(first!.index.id, genesis, first!);
      store.blocks.extendBest(first!.index);
    });
    expect(network.hardforkOak.height).toBe(1);
    expect(ancestorTimestamp(store, network, first!)).toBe(genesis.timestamp);
    expect(ancestorTimestamp(store, network, { ...first!, index: { ...first!.index, height: 1 } })).toBeUndefined();
  });

  test('is recomputed by the checks of the chain, also of a pruned one, and read when a block is replayed', async () => {
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    const preset = { network: earlyNetwork, genesis: testPreset.genesis };
    const chain = new ChainManager({ store, ...preset, clock: Date.now, signatures });
    await chain.addBlocks(earlyBlocksAfter(preset.genesis, 501, INTERVAL));
    expect(chain.tip.height).toBe(501);
    expect(findDifferences(store, preset)).toEqual([]);
    expect(() => quickCheck(store, earlyNetwork)).not.toThrow();
    const adjusted = store.blocks.bestAt(500)!;
    const { state } = replayApply(store, earlyNetwork, adjusted);
    expect(state).toEqual(store.state(adjusted));
    pruneBlocks(store, 501, 100);
    expect(store.firstBody).toBe(402);
    expect(findDifferences(store, preset)).toEqual([]);
  });
});
