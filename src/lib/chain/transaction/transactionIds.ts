import { concatBytes, decodeHex, encodeHex, encodeU64le } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { hashHex } from '../hash';
import { hashAfter } from '../hashAfter';
import type { BlockId, CoinOutputId, FileContractId, FundOutputId, Hash256, TransactionId } from '../ids';
import { memoize } from '../memoize';
import { specifier16 } from '../policy/policy';
import type { Specifier } from '../policy/specifier';
import { transaction, unsignedTransaction, type Transaction } from './transaction';

/** 16-byte domain separator of V1 ids. */
const specifierBytes = (name: string) => encode(specifier16, name as Specifier);

const COIN_OUTPUT = specifierBytes('siacoin output');
const FUND_OUTPUT = specifierBytes('siafund output');
const FILE_CONTRACT = specifierBytes('file contract');
const STORAGE_PROOF = specifierBytes('storage proof');
const FOUNDATION = specifierBytes('foundation');

/** H(transaction without signatures); shared by transactions that differ only in signatures. Memoized. */
export const transactionId = memoize((txn: Transaction): TransactionId => hashHex(encode(unsignedTransaction, txn)));

/** H(whole encoding), signatures included. */
export const transactionFullHash = (txn: Transaction): Hash256 => hashHex(encode(transaction, txn));

/**
 * Ids of outputs or contracts that the transaction creates: H(specifier ‖ transaction without signatures ‖ u64 index).
 */
function createdIds<T extends string>(specifier: Uint8Array, txn: Transaction, count: number): readonly T[] {
  const hash = hashAfter(concatBytes(specifier, encode(unsignedTransaction, txn)), count);
  return Array.from({ length: count }, (_, i) => encodeHex(hash([encodeU64le(BigInt(i))])) as T);
}

const coinOutputIds = memoize((txn: Transaction) => createdIds<CoinOutputId>(COIN_OUTPUT, txn, txn.coinOutputs.length));
const fundOutputIds = memoize((txn: Transaction) => createdIds<FundOutputId>(FUND_OUTPUT, txn, txn.fundOutputs.length));
const fileContractIds = memoize((txn: Transaction) =>
  createdIds<FileContractId>(FILE_CONTRACT, txn, txn.fileContracts.length)
);

/** Id of the transaction's coin output `index`. Memoized. */
export const coinOutputId = (txn: Transaction, index: number): CoinOutputId => coinOutputIds(txn)[index]!;

/** Id of the transaction's fund output `index`. Memoized. */
export const fundOutputId = (txn: Transaction, index: number): FundOutputId => fundOutputIds(txn)[index]!;

/** Id of the transaction's file contract `index`. Memoized. */
export const fileContractId = (txn: Transaction, index: number): FileContractId => fileContractIds(txn)[index]!;

/** Id of the coin output that pays the claim of a spent V1 fund output: H(fund output id). */
export const claimOutputId = (spent: FundOutputId): CoinOutputId => hashHex(decodeHex(spent));

/** Id of payout `index` of a resolved V1 contract, with or without a valid storage proof. */
export const contractPayoutId = (contract: FileContractId, valid: boolean, index: number): CoinOutputId =>
  hashHex(concatBytes(STORAGE_PROOF, decodeHex(contract), Uint8Array.of(valid ? 1 : 0), encodeU64le(BigInt(index))));

/** Id of miner payout `index` of a block: H(block id ‖ u64 index). */
export const minerOutputId = (block: BlockId, index: number): CoinOutputId =>
  hashHex(concatBytes(decodeHex(block), encodeU64le(BigInt(index))));

/** Id of the foundation subsidy paid by a block: H(block id ‖ specifier). */
export const foundationOutputId = (block: BlockId): CoinOutputId => hashHex(concatBytes(decodeHex(block), FOUNDATION));
