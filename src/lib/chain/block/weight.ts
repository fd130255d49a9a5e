import { encodedLength } from '$lib/codec/layout';
import type { Block } from './block';
import { memoize } from '../memoize';
import { satisfiedPolicyLength } from '../policy/policyLayout';
import { transaction, type Transaction } from '../transaction/transaction';
import type { V2FileContractResolution, V2Transaction } from '../transaction/v2Transaction';
import { attestation } from '../element/attestation';

// Encoded sizes in bytes. A state element always counts as a leaf index and an empty proof, regardless of its actual
// proof.
const TAG = 1;
const U64 = 8;
const AMOUNT = 16;
const ID = 32;
const ADDRESS = 32;
const SIGNATURE = 64;
const SEGMENT = 64;
const STATE_ELEMENT = 2 * U64;
const COIN_OUTPUT = AMOUNT + ADDRESS;
const FUND_OUTPUT = U64 + ADDRESS;
/** Output and maturity height. */
const COIN_ELEMENT = STATE_ELEMENT + ID + COIN_OUTPUT + U64;
/** Output and start of its claim. */
const FUND_ELEMENT = STATE_ELEMENT + ID + FUND_OUTPUT + AMOUNT;
const CHAIN_INDEX_ELEMENT = STATE_ELEMENT + ID + U64 + ID;
const FILE_CONTRACT = 392;
const FILE_CONTRACT_ELEMENT = STATE_ELEMENT + ID + FILE_CONTRACT;
/** Final outputs, rollovers, new contract and signatures of both parties. */
const RENEWAL = 2 * COIN_OUTPUT + 2 * AMOUNT + FILE_CONTRACT + 2 * SIGNATURE;

/** Weight of a V1 transaction: the length of its encoding. Memoized. */
export const transactionWeight = memoize((txn: Transaction): number => encodedLength(transaction, txn));

function resolutionWeight({ resolution }: V2FileContractResolution): number {
  switch (resolution.type) {
    case 'renewal':
      return FILE_CONTRACT_ELEMENT + TAG + RENEWAL;
    case 'storageProof':
      return (
        FILE_CONTRACT_ELEMENT + TAG + CHAIN_INDEX_ELEMENT + SEGMENT + U64 + ID * resolution.storageProof.proof.length
      );
    case 'expiration':
      return FILE_CONTRACT_ELEMENT + TAG;
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
    sum(txn.fundInputs, (input) => FUND_ELEMENT + ADDRESS + satisfiedPolicyLength(input.satisfiedPolicy)) +
    txn.fundOutputs.length * FUND_OUTPUT +
    txn.fileContracts.length * FILE_CONTRACT +
    txn.fileContractRevisions.length * (FILE_CONTRACT_ELEMENT + FILE_CONTRACT) +
    sum(txn.fileContractResolutions, resolutionWeight) +
    sum(txn.attestations, (item) => encodedLength(attestation, item)) +
    txn.arbitraryData.length +
    (txn.newFoundationAddress === undefined ? 0 : ADDRESS)
);

/** Sum over the transactions of both generations. */
export const transactionsWeight = (transactions: readonly Transaction[], v2: readonly V2Transaction[]): number =>
  sum(transactions, transactionWeight) + sum(v2, v2TransactionWeight);

/** Weight of a block: that of its transactions. */
export const blockWeight = ({ transactions, v2 }: Block): number =>
  transactionsWeight(transactions, v2?.transactions ?? []);
