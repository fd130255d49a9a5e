import type { ChainState } from '$lib/chain/block/state';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { ancestorHeight } from '$lib/consensus/difficulty';
import { childHeight } from '$lib/consensus/state';
import type { ChainStore } from '../store/store';

/** The ancestor of a stored block at a height, on the block's own branch; undefined if it is not stored. */
export function ancestorAt({ blocks }: ChainStore, id: BlockId, height: Height): BlockId | undefined {
  let at = blocks.place(id);
  while (at !== undefined && at.height > height) {
    const below = blocks.bestAt(at.height) === at.id ? blocks.bestAt(height) : at.parentId;
    at = below && blocks.place(below);
  }
  return at?.id;
}

/**
 * Timestamp of the block 1000 blocks back on the state's branch, which determines the next difficulty up to the Oak
 * fork; undefined afterward.
 * @param state after a stored block, or before genesis
 */
export function ancestorTimestamp(store: ChainStore, network: Network, state: ChainState): UnixSeconds | undefined {
  if (childHeight(state) > network.hardforkOak.height) return undefined;
  const id = ancestorAt(store, state.index.id, ancestorHeight(state));
  return id && store.header(id)!.timestamp;
}
