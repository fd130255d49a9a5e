import { decodeHex, encodeU64le } from '$lib/codec/bytes';
import { hashHex } from '../hash';
import { distinguisher, taggedHash } from '../taggedHash';
import type { AttestationId, CoinOutputId, FileContractId, FundOutputId, Hash256, TransactionId } from '../ids';
import { memoize } from '../memoize';
import { encodeSemantics } from './v2Semantics';
import { encodeV2Transaction, type V2Transaction } from './v2Transaction';

const TRANSACTION = distinguisher('id/transaction');
const COIN_OUTPUT = distinguisher('id/siacoinoutput');
const FUND_OUTPUT = distinguisher('id/siafundoutput');
const FILE_CONTRACT = distinguisher('id/filecontract');
const ATTESTATION = distinguisher('id/attestation');
const CLAIM_OUTPUT = distinguisher('id/v2siacoinclaimoutput');
const CONTRACT_OUTPUT = distinguisher('id/v2filecontractoutput');
const RENEWAL = distinguisher('id/v2filecontractrenewal');

/** Id of a V2 transaction with this semantic encoding. */
export const v2TransactionIdOf = (semantics: Uint8Array): TransactionId => taggedHash(TRANSACTION, semantics);

/** Tagged hash of the semantic encoding: independent of signatures and proofs. Memoized. */
export const v2TransactionId = memoize((txn: V2Transaction) => v2TransactionIdOf(encodeSemantics(txn)));

/** H(whole encoding), including signatures and proofs. */
export const v2TransactionFullHash = (txn: V2Transaction): Hash256 => hashHex(encodeV2Transaction(txn));

const createdId = <T extends string>(domain: Uint8Array, id: TransactionId, index: number): T =>
  taggedHash<T>(domain, decodeHex(id), encodeU64le(BigInt(index)));

/** Id of coin output `index` of the transaction. */
export const v2CoinOutputId = (txn: TransactionId, index: number): CoinOutputId => createdId(COIN_OUTPUT, txn, index);

/** Ids of all coin outputs of the transaction. Memoized. */
export const v2CoinOutputIds = memoize((txn: V2Transaction): readonly CoinOutputId[] => {
  const id = v2TransactionId(txn);
  return txn.coinOutputs.map((_, i) => v2CoinOutputId(id, i));
});

/** Id of fund output `index` of the transaction. */
export const v2FundOutputId = (txn: TransactionId, index: number): FundOutputId => createdId(FUND_OUTPUT, txn, index);

/** Id of file contract `index` of the transaction. */
export const v2FileContractId = (txn: TransactionId, index: number): FileContractId =>
  createdId(FILE_CONTRACT, txn, index);

/** Id of attestation `index` of the transaction. */
export const v2AttestationId = (txn: TransactionId, index: number): AttestationId => createdId(ATTESTATION, txn, index);

/** Id of the coin output that pays the claim of a spent V2 fund output. */
export const v2ClaimOutputId = (spent: FundOutputId): CoinOutputId => taggedHash(CLAIM_OUTPUT, decodeHex(spent));

const CONTRACT_OUTPUT_INDEX = { renter: 0n, host: 1n } as const;

/** Id of the payout of a resolved V2 contract to one party. */
export const v2ContractOutputId = (contract: FileContractId, party: 'renter' | 'host'): CoinOutputId =>
  taggedHash(CONTRACT_OUTPUT, decodeHex(contract), encodeU64le(CONTRACT_OUTPUT_INDEX[party]));

/** Id of the contract that renews the given one. */
export const v2RenewalId = (contract: FileContractId): FileContractId => taggedHash(RENEWAL, decodeHex(contract));
