import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import type { ChainManager } from '../chain/chainManager';
import type { ChainStore } from '../store/store';
import type { Moment } from './simulationPart';

/** The market's view of the chain: its height and its block timestamps. */
export interface ChainClock {
  readonly genesisId: BlockId;
  /** The lowest block: genesis, or the checkpoint that the chain began with. */
  readonly first: Height;
  readonly tip: ChainIndex;
  /** The block of the best chain at a height; undefined above the tip. */
  at(height: Height): Moment | undefined;
}

const MAX_REMEMBERED = 4096;

/** The clock of the embedded node's chain. */
export function chainClock(store: ChainStore, chain: ChainManager): ChainClock {
  // Keyed by block id, so that a reorganization needs no invalidation.
  const timestamps = new Map<BlockId, UnixSeconds>();

  /** A state contains the timestamps of the last eleven blocks, so most heights need no state of their own. */
  function readAround(height: Height): void {
    if (timestamps.size > MAX_REMEMBERED) timestamps.clear();
    const newest = Math.min(height + 10, chain.tip.height);
    store.state(store.blocks.bestAt(newest)!)!.prevTimestamps.forEach((timestamp, back) => {
      const id = store.blocks.bestAt(newest - back);
      if (id !== undefined) timestamps.set(id, timestamp);
    });
  }

  return {
    genesisId: chain.genesisId,
    first: store.blocks.first()!.height,
    get tip() {
      return chain.tip;
    },
    at(height) {
      const id = store.blocks.bestAt(height);
      if (id === undefined) return undefined;
      if (!timestamps.has(id)) readAround(height);
      return { height, id, timestamp: timestamps.get(id)! };
    }
  };
}
