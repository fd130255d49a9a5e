import { bool, byteString, list, struct, u64, type Decoded } from '$lib/codec/layout';
import { address32 } from '../address';
import { v1Currency } from '../currency/layouts';
import { v1CoinOutput, v1FundOutput } from '../element/elements';
import { fileContract, fileContractRevision, storageProof } from '../element/fileContract';
import { coinOutputId32, fundOutputId32, hash256 } from '../ids';
import { unlockConditions } from '../policy/policy';

/** Coin input of a V1 transaction: spends all of one coin output. */
export const coinInput = struct({ parentId: coinOutputId32, unlockConditions });
export type CoinInput = Decoded<typeof coinInput>;

/** Fund input of a V1 transaction. What its output has earned so far is paid to `claimAddress`. */
export const fundInput = struct({ parentId: fundOutputId32, unlockConditions, claimAddress: address32 });
export type FundInput = Decoded<typeof fundInput>;

/** The parts of a V1 transaction that a signature covers: all of it, or indices per field. */
export const coveredFields = struct({
  wholeTransaction: bool,
  coinInputs: list(u64),
  coinOutputs: list(u64),
  fileContracts: list(u64),
  fileContractRevisions: list(u64),
  storageProofs: list(u64),
  fundInputs: list(u64),
  fundOutputs: list(u64),
  minerFees: list(u64),
  arbitraryData: list(u64),
  signatures: list(u64)
});
export type CoveredFields = Decoded<typeof coveredFields>;

/**
 * Signature of a V1 transaction.
 * - `parentId` of the input or file contract that it unlocks.
 * - `publicKeyIndex` in the unlock conditions.
 * - `timelock` height from which the signature is valid.
 */
export const transactionSignature = struct({
  parentId: hash256,
  publicKeyIndex: u64,
  timelock: u64,
  coveredFields,
  signature: byteString
});
export type TransactionSignature = Decoded<typeof transactionSignature>;

// Everything before the signatures ("sans-sigs"), the preimage of ids.
const unsignedFields = {
  coinInputs: list(coinInput),
  coinOutputs: list(v1CoinOutput),
  fileContracts: list(fileContract),
  fileContractRevisions: list(fileContractRevision),
  storageProofs: list(storageProof),
  fundInputs: list(fundInput),
  fundOutputs: list(v1FundOutput),
  minerFees: list(v1Currency),
  arbitraryData: list(byteString)
};

/** A V1 transaction without its signatures, the preimage of its id. */
export const unsignedTransaction = struct(unsignedFields);
/** V1 transaction. */
export const transaction = struct({ ...unsignedFields, signatures: list(transactionSignature) });
export type Transaction = Decoded<typeof transaction>;

/** The empty transaction, for builders to spread. */
export const EMPTY_TRANSACTION: Transaction = {
  coinInputs: [],
  coinOutputs: [],
  fileContracts: [],
  fileContractRevisions: [],
  storageProofs: [],
  fundInputs: [],
  fundOutputs: [],
  minerFees: [],
  arbitraryData: [],
  signatures: []
};

/** Covered fields of a signature over the whole transaction. */
export const WHOLE_TRANSACTION: CoveredFields = {
  wholeTransaction: true,
  coinInputs: [],
  coinOutputs: [],
  fileContracts: [],
  fileContractRevisions: [],
  storageProofs: [],
  fundInputs: [],
  fundOutputs: [],
  minerFees: [],
  arbitraryData: [],
  signatures: []
};
