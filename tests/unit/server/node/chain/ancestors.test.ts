import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { blockReward } from '$lib/chain/network/rewards';
import type { Network } from '$lib/chain/network/network';
import { unixSeconds } from '$lib/chain/time';
import { VOID_ADDRESS } from '$lib/chain/address';
import { genesisState } from '$lib/consensus/state';
import { ancestorTimestamp } from '$lib/server/node/chain/ancestors';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { testPreset } from '../../../../support/peers/testChain';

const INTERVAL = 600;
const NEVER = 100_000;

/** V1, with the difficulty of the first years: adjusted every 500 blocks from the duration of the last 1000. */
const network: Network = {
  ...testPreset.network,
  hardforkOak: { ...testPreset.network.hardforkOak, height: NEVER, fixHeight: NEVER },
  hardforkASIC: { ...testPreset.network.hardforkASIC, height: NEVER },
  hardforkV2: { allowHeight: NEVER, requireHeight: NEVER, finalCutHeight: NEVER, ephemeralOutputHeight: 0 }
};

/** Blocks after genesis; every id meets the easiest target. */
function blocksAfter({ genesis }: { readonly genesis: Block }, count: number, interval: number): Block[] {
  const blocks: Block[] = [];
  let parent = genesis;
  for (let height = 1; height <= count; height++) {
    parent = {
      parentId: blockId(blockHeaderOf(parent)),
      nonce: 0n,
      timestamp: unixSeconds(parent.timestamp + interval),
      minerPayouts: [{ value: blockReward(network, height), address: VOID_ADDRESS }],
      transactions: []
    };
    blocks.push(parent);
  }
  return blocks;
}

let store: ChainStore;
beforeEach(() => {
  store = new ChainStore(':memory:');
});
afterEach(() => store.close());

describe('the difficulty before Oak', () => {
  const LENGTH = 1_002;

  test('on a side branch depends on the branch’s own timestamps, however long the branch is', () => {
    const best = blocksAfter(testPreset, LENGTH, INTERVAL);
    const side = blocksAfter(testPreset, LENGTH, 2 * INTERVAL);
    const stateOf = (block: Block, height: number) => ({
      ...genesisState(network),
      index: { height, id: blockId(blockHeaderOf(block)) },
      prevTimestamps: Array.from({ length: Math.min(11, height + 1) }, () => block.timestamp)
    });
    store.transaction(() => {
      for (const blocks of [best, side]) {
        blocks.forEach((block, i) => store.insertBlock(blockId(blockHeaderOf(block)), block, stateOf(block, i + 1)));
      }
      best.forEach((block, i) => store.blocks.extendBest(stateOf(block, i + 1).index));
    });
    const at = (blocks: readonly Block[]) => ancestorTimestamp(store, network, stateOf(blocks.at(-1)!, LENGTH));
    expect(at(best)).toBe(best[1]!.timestamp);
    expect(at(side)).toBe(side[1]!.timestamp);
  });

  test('is recomputed by the integrity check', async () => {
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    const preset = { network, genesis: testPreset.genesis };
    const chain = new ChainManager({ store, ...preset, clock: Date.now, signatures });
    await chain.addBlocks(blocksAfter(preset, 501, INTERVAL));
    expect(chain.tip.height).toBe(501);
    expect(findDifferences(store, preset)).toEqual([]);
  });
});
