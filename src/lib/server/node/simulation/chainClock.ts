import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import type { ChainManager } from '../chain/chainManager';
import type { ChainStore } from '../store/store';
import type { Moment } from './simulationPart';

/** What the market sees of the chain: how far it is and when its blocks were made. */
export interface ChainClock {
  readonly genesisId: BlockId;
  readonly tip: ChainIndex;
  /** The block of the best chain at a height; undefined above the tip. */
  at(height: Height): Moment | undefined;
}

const MAX_REMEMBERED = 4096;

/** The clock of the embedded node's chain. */
export function chainClock(store: ChainStore, chain: ChainManager): ChainClock {
  // By block id, so that a reorganisation needs no care.
  const timestamps = new Map<BlockId, UnixSeconds>();

  /** A state tells the times of the newest eleven blocks, so most heights cost no state of their own. */
  function readAround(height: Height): void {
    if (timestamps.size > MAX_REMEMBERED) timestamps.clear();
    const newest = Math.min(height + 10, chain.tip.height);
    store.state(store.blocks.bestAt(newest)!)!.prevTimestamps.forEach((timestamp, back) => {
      timestamps.set(store.blocks.bestAt(newest - back)!, timestamp);
    });
  }

  return {
    genesisId: chain.genesisId,
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
