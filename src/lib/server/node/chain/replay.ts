import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { applyBlock, revertBlock, type AppliedBlock, type RevertedBlock } from '$lib/consensus/apply/applyBlock';
import { genesisState } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import type { ChainStore, StoredBlock } from '../store/store';

/** A fully validated stored block, and the state before it. */
interface Replayable extends StoredBlock {
  readonly parentState: ChainState;
}

/**
 * @throws {RangeError} the block is not stored, or was never fully validated
 */
function replayable(store: ChainStore, network: Network, id: BlockId): Replayable {
  const stored = store.block(id);
  if (stored?.status !== 'full') throw new RangeError(`block ${id} was never part of the best chain`);
  const isGenesis = stored.state.index.height === 0;
  const parentState = isGenesis ? genesisState(network) : store.state(stored.block.parentId)!;
  return { ...stored, parentState };
}

// Diffs are not stored: body, supplement and parent state are enough to compute them.

/** The update of applying a stored block. */
export function replayApply(
  store: ChainStore,
  network: Network,
  id: BlockId
): Pick<AppliedBlock, 'update' | 'state'> & { stored: StoredBlock } {
  const stored = replayable(store, network, id);
  const { block, supplement = EMPTY_SUPPLEMENT, parentState, state } = stored;
  // The ancestor timestamp affects only the difficulty, which is taken from the stored state below.
  const { update } = applyBlock(network, parentState, block, supplement, { ancestorTimestamp: block.timestamp });
  return { update, state, stored };
}

/** The update of reverting a stored block. `parentState` is the state it returns to. */
export function replayRevert(
  store: ChainStore,
  network: Network,
  id: BlockId
): RevertedBlock & { stored: StoredBlock; parentState: ChainState } {
  const stored = replayable(store, network, id);
  const { block, supplement = EMPTY_SUPPLEMENT, parentState } = stored;
  return { ...revertBlock(network, parentState, block, supplement), stored, parentState };
}
