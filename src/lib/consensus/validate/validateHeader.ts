import { blockId, type BlockHeader } from '$lib/chain/block/block';
import type { Network } from '$lib/chain/network/network';
import { nonceFactorAt } from '$lib/chain/network/rewards';
import type { ChainState } from '$lib/chain/block/state';
import { meetsTarget } from '$lib/chain/target';
import { reject } from '../errors';
import { childHeight, childPowTarget, medianTimestamp } from '../state';

/**
 * Validates a header as the child of a state. Timestamps in the future are not a consensus rule; nodes reject blocks
 * more than three hours ahead when they receive them.
 * @throws {ConsensusError} `header/…`
 */
export function validateHeader(network: Network, state: ChainState, header: BlockHeader): void {
  if (header.parentId !== state.index.id) reject('header/wrong-parent', 'block has wrong parent ID');
  if (header.timestamp < medianTimestamp(state)) {
    reject('header/too-early', 'block has timestamp too far in the past');
  }
  if (header.nonce % nonceFactorAt(network, childHeight(state)) !== 0n) {
    reject('header/nonce-factor', 'block has nonce not divisible by required factor');
  }
  if (!meetsTarget(blockId(header), childPowTarget(network, state))) {
    reject('header/insufficient-work', 'block has insufficient work');
  }
}
