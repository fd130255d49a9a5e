import { concatBytes, decodeHex, encodeU64le } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { hashHex } from '../hash';
import type { BlockId, CoinOutputId, FileContractId, FundOutputId, Hash256, TransactionId } from '../ids';
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

/** H(transaction without signatures); shared by transactions that differ only in signatures. */
export const transactionId = (txn: Transaction): TransactionId => hashHex(encode(unsignedTransaction, txn));

/** H(whole encoding), signatures included. */
export const transactionFullHash = (txn: Transaction): Hash256 => hashHex(encode(transaction, txn));

/**
 * Id of an output or contract that the transaction creates: H(specifier ‖ transaction without signatures ‖ u64 index).
 */
const createdId = <T extends string>(specifier: Uint8Array, txn: Transaction, index: number): T =>
  hashHex<T>(concatBytes(specifier, encode(unsignedTransaction, txn), encodeU64le(BigInt(index))));

/** Id of the transaction's coin output `index`. */
export const coinOutputId = (txn: Transaction, index: number): CoinOutputId => createdId(COIN_OUTPUT, txn, index);

/** Id of the transaction's fund output `index`. */
export const fundOutputId = (txn: Transaction, index: number): FundOutputId => createdId(FUND_OUTPUT, txn, index);

/** Id of the transaction's file contract `index`. */
export const fileContractId = (txn: Transaction, index: number): FileContractId => createdId(FILE_CONTRACT, txn, index);

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
