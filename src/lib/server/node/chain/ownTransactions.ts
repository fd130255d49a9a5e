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
 * send a header with other transactions than its own, and there is room for over a million of a few bytes, or for inputs
 * with megabytes of proofs. As many payments do not fit in a block.
 */
const MANY = 10_000;

/** Whether the commitment of the block takes long to compute. */
export function isLong({ transactions, v2 }: Block): boolean {
  const v2transactions = v2?.transactions ?? [];
  const inputs = v2transactions.reduce(
    (sum, { coinInputs, fundInputs }) => sum + coinInputs.length + fundInputs.length,
    0
  );
  return transactions.length + v2transactions.length + inputs > MANY;
}

/**
 * Requires that the transactions are those that the header of a V2 block commits to, unless it has no work and is refused
 * for that. Yields between its steps.
 * @throws {ConsensusError}
 */
export function* requireOwnTransactions(store: ChainStore, network: Network, block: Block): Generator<void, void> {
  const { parentId, minerPayouts, transactions, v2 } = block;
  const [payout] = minerPayouts;
  // If only the parent's header was validated, its elements are unknown, and the block is not validated now.
  if (v2 === undefined || payout === undefined || store.blocks.place(parentId)?.status !== 'full') return;
  const parentState = store.state(parentId)!;
  if (!meetsTarget(blockId(blockHeaderOf(block)), childPowTarget(network, parentState))) return;
  const commitment = yield* v2CommitmentInSteps(parentState, payout.address, transactions, v2.transactions);
  if (commitment !== v2.commitment) reject('block/wrong-commitment', 'commitment hash mismatch');
}
