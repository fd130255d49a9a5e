import { blockId, type Block } from '$lib/chain/block/block';
import { runAtOnce } from '$lib/async/stepQueue';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { v2CommitmentInSteps } from '$lib/chain/block/commitmentInSteps';
import type { ChainState } from '$lib/chain/block/state';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Network } from '$lib/chain/network/network';
import { blockReward } from '$lib/chain/network/rewards';
import { applyBlock, type AppliedBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { childHeight } from '$lib/consensus/state';
import type { CheckpointResponse } from '../calls/callTypes';
import { PeerError, type PeerErrorCode } from '../errors';

/** A trusted block, the state before it, and the result of applying it. */
export interface Checkpoint {
  readonly block: Block;
  readonly parentState: ChainState;
  readonly applied: AppliedBlock;
}

/**
 * Verifies a block and the state before it against a trusted index. The id is the hash of the header, and the header
 * commits to the state and the transactions, so both are as trustworthy as the id: no work, signature or proof is
 * checked. Only what the id does not cover is checked: heights, and the payout, whose output enters the accumulator.
 * @throws {PeerError} `peers/checkpoint-…`
 */
export const verifyCheckpoint = (network: Network, trusted: ChainIndex, response: CheckpointResponse): Checkpoint =>
  runAtOnce(verifyCheckpointInSteps(network, trusted, response));

/** {@link verifyCheckpoint}. Yields between its steps: only their hash shows whether the transactions are the block's. */
export function* verifyCheckpointInSteps(
  network: Network,
  trusted: ChainIndex,
  { block, state: parentState }: CheckpointResponse
): Generator<void, Checkpoint> {
  const refuse = (code: PeerErrorCode, why: string): never => {
    throw new PeerError(code, `checkpoint ${trusted.height}::${trusted.id}: ${why}`);
  };
  if (trusted.height < network.hardforkV2.requireHeight) {
    // Later blocks would lack V1 contracts and the elements of V1 transactions.
    refuse('peers/checkpoint-too-early', 'it is below the V2 require height');
  }
  const [payout, ...more] = block.minerPayouts;
  if (block.v2 === undefined || payout === undefined || more.length > 0) {
    throw new PeerError('peers/checkpoint-not-v2', `block ${trusted.height} is not a V2 block with one payout`);
  }
  if (blockId(blockHeaderOf(block)) !== trusted.id) refuse('peers/checkpoint-wrong-id', 'the block has a different ID');
  const { transactions, v2 } = block;
  const commitment = yield* v2CommitmentInSteps(parentState, payout.address, transactions, v2.transactions);
  if (commitment !== v2.commitment) {
    refuse('peers/checkpoint-wrong-state', 'the block commits to a different state or to different transactions');
  }
  if (parentState.index.id !== block.parentId) refuse('peers/checkpoint-wrong-state', 'the state is not the parent’s');
  if (v2.height !== trusted.height || childHeight(parentState) !== trusted.height) {
    refuse('peers/checkpoint-wrong-height', `the block is at height ${v2.height}`);
  }
  if (payout.value !== expectedPayout(network, parentState, block)) {
    refuse('peers/checkpoint-wrong-payout', 'the payout is not the reward and the fees');
  }
  try {
    return { block, parentState, applied: applyBlock(network, parentState, block, EMPTY_SUPPLEMENT) };
  } catch (cause) {
    // Possible only if the trusted id is that of an invalid block.
    throw new PeerError('peers/checkpoint-wrong-state', 'the block does not apply to the state', { cause });
  }
}

function expectedPayout(network: Network, parentState: ChainState, { transactions, v2 }: Block): bigint {
  let payout: bigint = blockReward(network, childHeight(parentState));
  for (const fee of transactions.flatMap(({ minerFees }) => minerFees)) payout += fee;
  for (const { minerFee } of v2?.transactions ?? []) payout += minerFee;
  return payout;
}
