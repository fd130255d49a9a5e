import { VOID_ADDRESS } from '$lib/chain/address';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { blockReward } from '$lib/chain/network/rewards';
import type { Network } from '$lib/chain/network/network';
import { unixSeconds } from '$lib/chain/time';
import { testPreset } from './peers/testChain';

const NEVER = 100_000;

/** V1, with the difficulty of the first years: adjusted every 500 blocks from the duration of the last 1000. */
export const earlyNetwork: Network = {
  ...testPreset.network,
  hardforkOak: { ...testPreset.network.hardforkOak, height: NEVER, fixHeight: NEVER },
  hardforkASIC: { ...testPreset.network.hardforkASIC, height: NEVER },
  hardforkV2: { allowHeight: NEVER, requireHeight: NEVER, finalCutHeight: NEVER, ephemeralOutputHeight: 0 }
};

/** Empty blocks after genesis; every id meets the easiest target. @param interval seconds */
export function earlyBlocksAfter(genesis: Block, count: number, interval: number): Block[] {
  const blocks: Block[] = [];
  let parent = genesis;
  for (let height = 1; height <= count; height++) {
    parent = {
      parentId: blockId(blockHeaderOf(parent)),
      nonce: 0n,
      timestamp: unixSeconds(parent.timestamp + interval),
      minerPayouts: [{ value: blockReward(earlyNetwork, height), address: VOID_ADDRESS }],
      transactions: []
    };
    blocks.push(parent);
  }
  return blocks;
}
