import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { applyBlock, revertBlock, type AppliedBlock, type RevertedBlock } from '$lib/consensus/apply/applyBlock';
import { genesisState } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import type { ChainStore, StoredBlock } from '../store/store';

/** A stored block that was fully checked once, with the state it extends. */
interface Replayable extends StoredBlock {
  readonly parentState: ChainState;
}

/**
 * @throws {RangeError} a block that is not stored, or was never fully checked
 */
function replayable(store: ChainStore, network: Network, id: BlockId): Replayable {
  const stored = store.block(id);
  if (stored?.status !== 'full') throw new RangeError(`block ${id} was never part of the best chain`);
  const isGenesis = stored.state.index.height === 0;
  const parentState = isGenesis ? genesisState(network) : store.state(stored.block.parentId)!;
  return { ...stored, parentState };
}

// What a block changed is not stored: its body, its supplement and the state before it tell everything again.

/** What applying the stored block did. */
export function replayApply(
  store: ChainStore,
  network: Network,
  id: BlockId
): Pick<AppliedBlock, 'update' | 'state'> & { stored: StoredBlock } {
  const stored = replayable(store, network, id);
  const { block, supplement = EMPTY_SUPPLEMENT, parentState, state } = stored;
  // Its own time serves as ancestor's: the difficulty that comes out of it is replaced by the stored state's.
  const { update } = applyBlock(network, parentState, block, supplement, { ancestorTimestamp: block.timestamp });
  return { update, state, stored };
}

/** What reverting the stored block does; `parentState` is where the chain returns to. */
export function replayRevert(
  store: ChainStore,
  network: Network,
  id: BlockId
): RevertedBlock & { stored: StoredBlock; parentState: ChainState } {
  const stored = replayable(store, network, id);
  const { block, supplement = EMPTY_SUPPLEMENT, parentState } = stored;
  return { ...revertBlock(network, parentState, block, supplement), stored, parentState };
}
