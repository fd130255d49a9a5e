import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { v2CommitmentInSteps } from '$lib/chain/block/commitmentInSteps';
import type { Network } from '$lib/chain/network/network';
import { meetsTarget } from '$lib/chain/target';
import { reject } from '$lib/consensus/errors';
import { childPowTarget } from '$lib/consensus/state';
import type { ChainStore } from '../store/store';

/**
 * Transactions and inputs of a block beyond which its commitment is verified in steps, before anything else: anyone can
 * send a header with transactions that it does not commit to, and a block has room for over a million of a few bytes, or
 * for inputs with megabytes of proofs. A block has no room for this many payments.
 */
const CHECKED_AT_ONCE = 10_000;

/** Whether the block is so large that its commitment must be checked in steps. */
export function needsCommitmentCheck({ transactions, v2 }: Block): boolean {
  const v2transactions = v2?.transactions ?? [];
  const inputs = v2transactions.reduce(
    (sum, { coinInputs, fundInputs }) => sum + coinInputs.length + fundInputs.length,
    0
  );
  return transactions.length + v2transactions.length + inputs > CHECKED_AT_ONCE;
}

/**
 * Requires that the header of a V2 block commits to its transactions. A header without the required work is not checked:
 * it is rejected for that. Yields between steps.
 * @throws {ConsensusError} `block/wrong-commitment`
 */
export function* checkCommitment(store: ChainStore, network: Network, block: Block): Generator<void, void> {
  const { parentId, minerPayouts, transactions, v2 } = block;
  const [payout] = minerPayouts;
  // If only the parent's header was validated, its elements are unknown, and the block is not validated now.
  if (v2 === undefined || payout === undefined || store.blocks.place(parentId)?.status !== 'full') return;
  const parentState = store.state(parentId)!;
  if (!meetsTarget(blockId(blockHeaderOf(block)), childPowTarget(network, parentState))) return;
  const commitment = yield* v2CommitmentInSteps(parentState, payout.address, transactions, v2.transactions);
  if (commitment !== v2.commitment) reject('block/wrong-commitment', 'commitment hash mismatch');
}
