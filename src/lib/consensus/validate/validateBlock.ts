import type { Block } from '$lib/chain/block/block';
import { blockHeaderOf, v2Commitment } from '$lib/chain/block/commitment';
import { MAX_HASTINGS } from '$lib/chain/currency/currency';
import type { Network } from '$lib/chain/network/network';
import { blockReward } from '$lib/chain/network/rewards';
import type { ChainState } from '$lib/chain/block/state';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { blockWeight } from '$lib/chain/block/weight';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { formatAmount } from '../amounts';
import { applyTransaction, applyV2Transaction } from '../apply/applyTransaction';
import { BlockEffects } from '../apply/blockEffects';
import { ConsensusError, reject } from '../errors';
import type { ValidatedTransactionCache } from './validatedTransactionCache';
import { childHeight } from '../state';
import { EMPTY_TRANSACTION_SUPPLEMENT, validateSupplement, type BlockSupplement } from '../apply/supplement';
import { validateHeader } from './validateHeader';
import { validateTransaction } from './validateTransaction';
import { validateV2Transaction } from './validateV2Transaction';

function validateMinerPayouts(network: Network, state: ChainState, block: Block): void {
  let expected: bigint = blockReward(network, childHeight(state));
  for (const fee of block.transactions.flatMap(({ minerFees }) => minerFees)) {
    if (fee === 0n) reject('block/fee-zero', 'transaction fee has zero value');
    expected += fee;
  }
  if (expected > MAX_HASTINGS) reject('block/fee-overflow', 'transaction fees overflow');
  for (const { minerFee } of block.v2?.transactions ?? []) expected += minerFee;
  if (expected > MAX_HASTINGS) reject('block/fee-overflow', 'v2 transaction fees overflow');
  if (block.v2 !== undefined && block.minerPayouts.length !== 1) {
    reject('block/payout-count', 'block must have exactly one miner payout');
  }
  let sum = 0n;
  for (const { value } of block.minerPayouts) {
    if (value === 0n) reject('block/payout-zero', 'miner payout has zero value');
    sum += value;
  }
  if (sum !== expected) {
    reject(
      'block/payout-sum',
      `miner payout sum (${formatAmount(sum)}) does not match block reward + fees (${formatAmount(expected)})`
    );
  }
}

/** @throws {ConsensusError} */
export function validateWeight(weight: number): void {
  if (weight > MAX_BLOCK_WEIGHT) {
    reject('block/too-heavy', `block exceeds maximum weight (${weight} > ${MAX_BLOCK_WEIGHT})`);
  }
}

/**
 * Validates what depends only on the parent's timestamps and difficulty: weight, payouts, header. Sufficient to store a
 * block on a fork that may become the best chain.
 * @throws {ConsensusError}
 */
export function validateOrphan(network: Network, state: ChainState, block: Block): void {
  validateWeight(blockWeight(block));
  validateMinerPayouts(network, state, block);
  validateHeader(network, state, blockHeaderOf(block));
  if (block.v2 !== undefined && block.v2.height !== childHeight(state)) {
    reject('block/wrong-height', 'block height does not increment parent height');
  }
}

/** Runs the check, prefixing errors with the transaction; the rule code is unchanged. */
function inTransaction(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ConsensusError)) throw error;
    throw new ConsensusError(error.code, `${name} is invalid: ${error.message}`, { cause: error });
  }
}

export interface ValidationOptions {
  readonly verifySignature: VerifySignature;
  /** Transactions already found valid on this state. */
  readonly validated?: ValidatedTransactionCache;
}

/**
 * Fully validates a block as the child of a state, except for timestamps in the future.
 * @param supplement elements of V1 transactions, looked up by the node; see `BlockSupplement`
 * @returns the effects of its transactions, for `applyBlock`
 * @throws {ConsensusError} the first violated rule
 */
export function validateBlock(
  network: Network,
  state: ChainState,
  block: Block,
  supplement: BlockSupplement,
  { verifySignature, validated }: ValidationOptions
): BlockEffects {
  validateOrphan(network, state, block);
  validateSupplement(network, state, block, supplement);
  const v2transactions = block.v2?.transactions ?? [];
  const minerAddress = block.minerPayouts[0]?.address;
  if (block.v2 !== undefined && minerAddress !== undefined) {
    const commitment = v2Commitment(state, minerAddress, block.transactions, v2transactions);
    if (block.v2.commitment !== commitment) reject('block/wrong-commitment', 'commitment hash mismatch');
  }
  const effects = new BlockEffects(network, state);
  block.transactions.forEach((txn, i) => {
    const found = supplement.transactions[i] ?? EMPTY_TRANSACTION_SUPPLEMENT;
    inTransaction(`transaction ${i}`, () => validateTransaction({ effects, verifySignature }, txn, found));
    applyTransaction(effects, txn, found);
  });
  v2transactions.forEach((txn, i) => {
    inTransaction(`v2 transaction ${i}`, () => validateV2Transaction({ effects, verifySignature, validated }, txn));
    applyV2Transaction(effects, txn);
  });
  return effects;
}
