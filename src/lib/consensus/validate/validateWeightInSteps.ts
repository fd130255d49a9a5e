import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import type { CheckTransactions } from '$lib/chain/block/multiproof';
import { weightInSteps } from '$lib/chain/block/weightInSteps';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { ConsensusError } from '../errors';
import { validateWeight } from './validateBlock';

/**
 * Validates the weight of a block's transactions. Yields between its steps.
 * @throws {ConsensusError}
 */
export function* validateWeightInSteps(
  transactions: readonly Transaction[],
  v2transactions: readonly V2Transaction[]
): Generator<void, void> {
  validateWeight(yield* weightInSteps(transactions, v2transactions));
}

/** Validates the weight of a block while it is decoded. @throws {ConsensusError} */
export const validateV2Weight: CheckTransactions = (transactions) => validateWeightInSteps([], transactions);

/** The error for V1 transactions that are longer, and thus heavier, than those of any block. */
export const tooHeavy = (): ConsensusError =>
  new ConsensusError('block/too-heavy', `its v1 transactions exceed ${MAX_BLOCK_WEIGHT} bytes`);
