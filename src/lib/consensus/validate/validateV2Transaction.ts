import { FUND_COUNT, MAX_HASTINGS } from '$lib/chain/currency/currency';
import type { V2FileContract } from '$lib/chain/element/fileContract';
import { publicKeyBytes } from '$lib/chain/keys/keys';
import { attestationSigHash, inputSigHash } from '$lib/chain/transaction/sigHash';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionWeight } from '$lib/chain/block/weight';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { decodeHex } from '$lib/codec/bytes';
import { totalValue } from '../amounts';
import { v2FileContractTax } from '../contractTax';
import { reject } from '../errors';
import { isContextFree } from './validatedTransactionCache';
import { validateV2FileContracts } from './validateV2FileContracts';
import { validateAllUnspent, validateV2Coins, validateV2Funds } from './validateV2Inputs';
import type { ValidationContext } from './validationContext';

const contractTotal = (contract: V2FileContract): bigint =>
  contract.renterOutput.value +
  contract.hostOutput.value +
  contract.missedHostValue +
  contract.totalCollateral +
  v2FileContractTax(contract);

/** The sum of all amounts in the transaction must fit a currency value, so that no later sum can overflow. */
function validateOverflow(txn: V2Transaction): void {
  let sum = totalValue(txn.coinOutputs) + txn.minerFee;
  for (const contract of txn.fileContracts) sum += contractTotal(contract);
  for (const { revision } of txn.fileContractRevisions) sum += contractTotal(revision);
  for (const { resolution } of txn.fileContractResolutions) {
    if (resolution.type !== 'renewal') continue;
    const { finalRenterOutput, finalHostOutput, renterRollover, hostRollover, newContract } = resolution.renewal;
    sum += finalRenterOutput.value + finalHostOutput.value + renterRollover + hostRollover;
    sum += contractTotal(newContract);
  }
  if (sum > MAX_HASTINGS || txn.fundOutputs.some(({ value }) => value > FUND_COUNT)) {
    reject('v2/overflow', 'transaction outputs exceed inputs');
  }
}

function validateWeight(txn: V2Transaction): void {
  const weight = v2TransactionWeight(txn);
  if (weight === 0) reject('v2/empty', 'transactions cannot be empty');
  if (weight > MAX_BLOCK_WEIGHT) {
    reject('v2/too-heavy', `transaction exceeds maximum block weight (${weight} > ${MAX_BLOCK_WEIGHT})`);
  }
}

function validateAttestations({ verifySignature }: ValidationContext, txn: V2Transaction): void {
  txn.attestations.forEach((attestation, i) => {
    if (attestation.key === '') reject('v2/attestation-key', `attestation ${i} has empty key`);
    const { publicKey, signature } = attestation;
    if (!verifySignature(publicKeyBytes(publicKey), attestationSigHash(attestation), decodeHex(signature))) {
      reject('v2/attestation-signature', `attestation ${i} has invalid signature`);
    }
  });
}

function validateFoundationUpdate({ effects }: ValidationContext, txn: V2Transaction): void {
  if (txn.newFoundationAddress === undefined) return;
  const manager = effects.state.foundationManagementAddress;
  if (!txn.coinInputs.some(({ parent }) => parent.output.address === manager)) {
    reject(
      'v2/foundation-unauthorized',
      'transaction changes Foundation address, but does not spend an input controlled by current address'
    );
  }
}

/**
 * Validates a V2 transaction as the next one in a block or pool. Its proofs must be valid for the context's state.
 * @throws {ConsensusError} `v2/…` or `v2-contract/…`, the first violated rule
 */
export function validateV2Transaction(context: ValidationContext, txn: V2Transaction): void {
  const { network, height, state } = context.effects;
  if (context.validated?.has(state, txn) && isContextFree(txn)) return validateAllUnspent(context, txn);
  if (height < network.hardforkV2.allowHeight) {
    reject('v2/not-allowed', 'v2 transactions are not allowed until v2 hardfork begins');
  }
  validateOverflow(txn);
  validateWeight(txn);
  const sigHash = inputSigHash(txn);
  validateV2Coins(context, txn, sigHash);
  validateV2Funds(context, txn, sigHash);
  validateV2FileContracts(context, txn);
  validateAttestations(context, txn);
  validateFoundationUpdate(context, txn);
}
