import { MAX_HASTINGS, FUND_COUNT } from '$lib/chain/currency/currency';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { transactionWeight } from '$lib/chain/block/weight';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { decodeFoundationUpdate, isFoundationUpdate } from '$lib/chain/transaction/foundationUpdate';
import { VOID_ADDRESS } from '$lib/chain/address';
import { totalValue } from '../amounts';
import { reject } from '../errors';
import type { TransactionSupplement } from '../apply/supplement';
import { validateFileContracts } from './validateFileContracts';
import { validateCoins, validateFunds } from './validateInputs';
import { validateSignatures } from './validateSignatures';
import type { ValidationContext } from './validationContext';

/** The sum of all amounts in the transaction must fit a currency value, so that no later sum can overflow. */
function validateOverflow(txn: Transaction): void {
  let sum = totalValue(txn.coinOutputs);
  for (const { payout, validProofOutputs, missedProofOutputs } of txn.fileContracts) {
    sum += payout + totalValue(validProofOutputs) + totalValue(missedProofOutputs);
  }
  for (const { validProofOutputs, missedProofOutputs } of txn.fileContractRevisions) {
    sum += totalValue(validProofOutputs) + totalValue(missedProofOutputs);
  }
  for (const fee of txn.minerFees) sum += fee;
  if (sum > MAX_HASTINGS || txn.fundOutputs.some(({ value }) => value > FUND_COUNT)) {
    reject('txn/overflow', 'transaction outputs exceed inputs');
  }
}

function validateWeight(txn: Transaction): void {
  const weight = transactionWeight(txn);
  if (weight > MAX_BLOCK_WEIGHT) {
    reject('txn/too-heavy', `transaction exceeds maximum block weight (${weight} > ${MAX_BLOCK_WEIGHT})`);
  }
}

function validateMinimumValues(txn: Transaction): void {
  const values: bigint[] = [
    ...txn.coinOutputs.map(({ value }) => value),
    ...txn.fileContracts.map(({ payout }) => payout),
    ...txn.fundOutputs.map(({ value }) => value),
    ...txn.minerFees
  ];
  if (values.includes(0n)) reject('txn/zero-value', 'transaction creates a zero-valued output');
}

/** A foundation update needs an input from a current foundation address, with a whole-transaction signature. */
function validateFoundationUpdates({ effects }: ValidationContext, txn: Transaction): void {
  const { network, state, height } = effects;
  if (height < network.hardforkFoundation.height) return;
  const current = [state.foundationSubsidyAddress, state.foundationManagementAddress];
  const isSigned = () =>
    txn.coinInputs.some(
      ({ parentId, unlockConditions }) =>
        current.includes(unlockHash(unlockConditions)) &&
        txn.signatures.some(
          (signature) => signature.coveredFields.wholeTransaction && (signature.parentId as string) === parentId
        )
    );
  for (const data of txn.arbitraryData.filter(isFoundationUpdate)) {
    const update = decodeFoundationUpdate(data);
    if (update === undefined) {
      return reject('txn/foundation-malformed', 'transaction contains an improperly-encoded FoundationAddressUpdate');
    }
    if (update.subsidyAddress === VOID_ADDRESS || update.managementAddress === VOID_ADDRESS) {
      reject('txn/foundation-void', 'transaction contains an uninitialized FoundationAddressUpdate');
    }
    if (!isSigned()) reject('txn/foundation-unsigned', 'transaction contains an unsigned FoundationAddressUpdate');
  }
}

/**
 * Validates a V1 transaction as the next one in a block or pool.
 * @param supplement referenced elements not created in the block
 * @throws {ConsensusError} `txn/…` or `contract/…`, the first violated rule
 */
export function validateTransaction(
  context: ValidationContext,
  txn: Transaction,
  supplement: TransactionSupplement
): void {
  const { network, height } = context.effects;
  if (height >= network.hardforkV2.requireHeight) {
    reject('txn/v1-not-allowed', 'v1 transactions are not allowed after v2 hardfork is complete');
  }
  validateOverflow(txn);
  validateWeight(txn);
  validateMinimumValues(txn);
  validateCoins(context, txn, supplement);
  validateFunds(context, txn, supplement);
  validateFileContracts(context, txn, supplement);
  validateFoundationUpdates(context, txn);
  validateSignatures(context, txn);
}
