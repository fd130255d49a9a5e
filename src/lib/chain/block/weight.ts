import { encodedLength } from '$lib/codec/layout';
import type { Block } from './block';
import { memoize } from '../memoize';
import { satisfiedPolicyLength } from '../policy/policyLayout';
import { transaction, type Transaction } from '../transaction/transaction';
import type { V2FileContractResolution, V2Transaction } from '../transaction/v2Transaction';
import { attestation } from '../element/attestation';

// Encoded sizes in bytes. A state element always counts as a leaf index and an empty proof, regardless of its actual
// proof.
const STATE_ELEMENT = 16;
const ID = 32;
const COIN_OUTPUT = 48;
const FUND_OUTPUT = 40;
const COIN_ELEMENT = STATE_ELEMENT + ID + COIN_OUTPUT + 8;
const FUND_ELEMENT = STATE_ELEMENT + ID + FUND_OUTPUT + 16;
const CHAIN_INDEX_ELEMENT = STATE_ELEMENT + ID + 40;
const FILE_CONTRACT = 392;
const FILE_CONTRACT_ELEMENT = STATE_ELEMENT + ID + FILE_CONTRACT;
const RENEWAL = 2 * COIN_OUTPUT + 2 * 16 + FILE_CONTRACT + 2 * 64;

/** Weight of a V1 transaction: the length of its encoding. Memoized. */
export const transactionWeight = memoize((txn: Transaction): number => encodedLength(transaction, txn));

function resolutionWeight({ resolution }: V2FileContractResolution): number {
  const type = 1;
  switch (resolution.type) {
    case 'renewal':
      return FILE_CONTRACT_ELEMENT + type + RENEWAL;
    case 'storageProof':
      return FILE_CONTRACT_ELEMENT + type + CHAIN_INDEX_ELEMENT + 64 + 8 + ID * resolution.storageProof.proof.length;
    case 'expiration':
      return FILE_CONTRACT_ELEMENT + type;
  }
}

const sum = <T>(items: readonly T[], weight: (item: T) => number): number =>
  items.reduce((total, item) => total + weight(item), 0);

/**
 * Weight of a V2 transaction: the length of its encoding without counts, proofs, version, bit field and miner fee.
 * Memoized.
 */
export const v2TransactionWeight = memoize(
  (txn: V2Transaction): number =>
    sum(txn.coinInputs, (input) => COIN_ELEMENT + satisfiedPolicyLength(input.satisfiedPolicy)) +
    txn.coinOutputs.length * COIN_OUTPUT +
    sum(txn.fundInputs, (input) => FUND_ELEMENT + 32 + satisfiedPolicyLength(input.satisfiedPolicy)) +
    txn.fundOutputs.length * FUND_OUTPUT +
    txn.fileContracts.length * FILE_CONTRACT +
    txn.fileContractRevisions.length * (FILE_CONTRACT_ELEMENT + FILE_CONTRACT) +
    sum(txn.fileContractResolutions, resolutionWeight) +
    sum(txn.attestations, (item) => encodedLength(attestation, item)) +
    txn.arbitraryData.length +
    (txn.newFoundationAddress === undefined ? 0 : 32)
);

/** Sum over the transactions of both generations. */
export const transactionsWeight = (transactions: readonly Transaction[], v2: readonly V2Transaction[]): number =>
  sum(transactions, transactionWeight) + sum(v2, v2TransactionWeight);

export const blockWeight = ({ transactions, v2 }: Block): number =>
  transactionsWeight(transactions, v2?.transactions ?? []);
