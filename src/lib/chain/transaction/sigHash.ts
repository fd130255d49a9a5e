import { concatBytes, encodeU64le, decodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { byteString, encode, list, type Layout, type Writer } from '$lib/codec/layout';
import { v1Currency } from '../currency/layouts';
import { v1CoinOutput, v1FundOutput } from '../element/elements';
import {
  fileContract,
  fileContractRevision,
  storageProof,
  v2FileContract,
  v2FileContractRenewal,
  type V2FileContract,
  type V2FileContractRenewal
} from '../element/fileContract';
import { hashAfter, hashOf } from '../hashAfter';
import { distinguisher, hashEncoded } from '../taggedHash';
import type { Hash256 } from '../ids';
import { memoize } from '../memoize';
import type { Network } from '../network/network';
import type { Height } from '../time';
import {
  coinInput,
  fundInput,
  transactionSignature,
  type CoveredFields,
  type Transaction,
  type TransactionSignature
} from './transaction';
import { encodeSemantics, unsignedAttestation, unsignedContract, unsignedRenewal } from './v2Semantics';
import type { V2Transaction } from './v2Transaction';
import { attestation, type Attestation } from '../element/attestation';

/** The bytes before each V1 input in a signed preimage, for replay protection across hard forks. */
export function replayPrefix(network: Network, tipHeight: Height): Uint8Array<ArrayBuffer> {
  // Newest fork first: private networks may order the fork heights differently.
  if (tipHeight >= network.hardforkV2.allowHeight) return Uint8Array.of(2);
  if (tipHeight >= network.hardforkFoundation.height) return Uint8Array.of(1);
  if (tipHeight >= network.hardforkASIC.height) return Uint8Array.of(0);
  return new Uint8Array(0);
}

const prefixed = <T>(layout: Layout<T>, prefix: Uint8Array, item: T): Uint8Array =>
  prefix.length === 0 ? encode(layout, item) : concatBytes(prefix, encode(layout, item));

const prefixedList = <T>(layout: Layout<T>, prefix: Uint8Array, items: readonly T[]): Uint8Array =>
  concatBytes(encodeU64le(BigInt(items.length)), ...items.map((item) => prefixed(layout, prefix, item)));

/** The items at the indices, in the order of the indices, without counts. An index may occur thousands of times. */
function coveredItems<T>(
  layout: Layout<T>,
  items: readonly T[],
  indices: readonly bigint[],
  prefix = new Uint8Array(0)
): Uint8Array[] {
  const encoded = new Map<bigint, Uint8Array>();
  return indices.map((index) => {
    let bytes = encoded.get(index);
    if (bytes === undefined) {
      const item = items[Number(index)];
      if (item === undefined) throw new CodecError(`covered field ${index} does not exist`);
      encoded.set(index, (bytes = prefixed(layout, prefix, item)));
    }
    return bytes;
  });
}

/** A V1 signature that covers the whole transaction, without the signature itself. */
export interface WholeSignature {
  /** Id of the spent output or revised contract. */
  readonly parentId: Hash256;
  /** Index of the key in the parent's unlock conditions. */
  readonly publicKeyIndex: bigint;
  readonly timelock: bigint;
  /** Indices of other signatures covered; default none. */
  readonly coveredSignatures?: readonly bigint[];
}

type HashWhole = (signature: WholeSignature) => Uint8Array;

/** {@link wholeSigHashes} for a transaction's own signatures, by replay prefix. Memoized. */
const hashesOf = memoize((txn: Transaction) => {
  const known = new Map<number | undefined, HashWhole>();
  return (network: Network, tipHeight: Height): HashWhole => {
    const [prefix] = replayPrefix(network, tipHeight);
    let hash = known.get(prefix);
    if (hash === undefined) known.set(prefix, (hash = wholeSigHashes(network, tipHeight, txn, txn.signatures.length)));
    return hash;
  };
});

const encodeUnsigned = (txn: Transaction, prefix: Uint8Array): Uint8Array =>
  concatBytes(
    prefixedList(coinInput, prefix, txn.coinInputs),
    encode(list(v1CoinOutput), txn.coinOutputs),
    encode(list(fileContract), txn.fileContracts),
    encode(list(fileContractRevision), txn.fileContractRevisions),
    encode(list(storageProof), txn.storageProofs),
    prefixedList(fundInput, prefix, txn.fundInputs),
    encode(list(v1FundOutput), txn.fundOutputs),
    encode(list(v1Currency), txn.minerFees),
    encode(list(byteString), txn.arbitraryData)
  );

/**
 * Signature hashes of V1 signatures that cover the whole transaction, 32 bytes each.
 * @param tipHeight height of the parent of the block that contains the transaction
 * @param count of hashes, about: what many of them begin with is hashed once
 * @returns throws a {@link CodecError} if a covered signature index does not exist
 */
export function wholeSigHashes(network: Network, tipHeight: Height, txn: Transaction, count: number): HashWhole {
  const hash = hashAfter(encodeUnsigned(txn, replayPrefix(network, tipHeight)), count);
  return ({ parentId, publicKeyIndex, timelock, coveredSignatures = [] }) =>
    hash([
      decodeHex(parentId),
      encodeU64le(publicKeyIndex),
      encodeU64le(timelock),
      ...coveredItems(transactionSignature, txn.signatures, coveredSignatures)
    ]);
}

/**
 * Signature hash of a V1 signature that covers the whole transaction. 32 bytes.
 * @param tipHeight height of the parent of the block that contains the transaction
 * @throws {CodecError} a covered signature index does not exist
 */
export const wholeSigHash = (
  network: Network,
  tipHeight: Height,
  txn: Transaction,
  signature: WholeSignature
): Uint8Array => hashesOf(txn)(network, tipHeight)(signature);

/**
 * Signature hash of a V1 signature over selected fields: those items in field order, without counts. 32 bytes.
 * @param tipHeight height of the parent of the block that contains the transaction
 * @throws {CodecError} a covered index does not exist
 */
export function partialSigHash(
  network: Network,
  tipHeight: Height,
  txn: Transaction,
  covered: CoveredFields
): Uint8Array {
  const prefix = replayPrefix(network, tipHeight);
  return hashOf(
    [
      coveredItems(coinInput, txn.coinInputs, covered.coinInputs, prefix),
      coveredItems(v1CoinOutput, txn.coinOutputs, covered.coinOutputs),
      coveredItems(fileContract, txn.fileContracts, covered.fileContracts),
      coveredItems(fileContractRevision, txn.fileContractRevisions, covered.fileContractRevisions),
      coveredItems(storageProof, txn.storageProofs, covered.storageProofs),
      coveredItems(fundInput, txn.fundInputs, covered.fundInputs, prefix),
      coveredItems(v1FundOutput, txn.fundOutputs, covered.fundOutputs),
      coveredItems(v1Currency, txn.minerFees, covered.minerFees),
      coveredItems(byteString, txn.arbitraryData, covered.arbitraryData),
      coveredItems(transactionSignature, txn.signatures, covered.signatures)
    ].flat()
  );
}

/** Signature hash of a V1 signature, whole or partial depending on its covered fields. 32 bytes. */
export function signatureSigHash(
  network: Network,
  tipHeight: Height,
  txn: Transaction,
  { parentId, publicKeyIndex, timelock, coveredFields }: TransactionSignature
): Uint8Array {
  return coveredFields.wholeTransaction
    ? wholeSigHash(network, tipHeight, txn, {
        parentId,
        publicKeyIndex,
        timelock,
        coveredSignatures: coveredFields.signatures
      })
    : partialSigHash(network, tipHeight, txn, coveredFields);
}

// Independent of height, unlike the V1 prefix.
const V2_REPLAY_PREFIX = 2;

const INPUT = distinguisher('sig/input');
const CONTRACT = distinguisher('sig/filecontract');
const RENEWAL = distinguisher('sig/filecontractrenewal');
const ATTESTATION = distinguisher('sig/attestation');

const v2SigHash = (domain: Uint8Array, write: (w: Writer) => void): Uint8Array =>
  hashEncoded((w) => {
    w.bytes(domain);
    w.u8(V2_REPLAY_PREFIX);
    write(w);
  });

/** Input signature hash of a transaction with this semantic encoding. 32 bytes. */
export const inputSigHashOf = (semantics: Uint8Array): Uint8Array => v2SigHash(INPUT, (w) => w.bytes(semantics));

/** Signature hash of all inputs of a V2 transaction; independent of height, basis and proofs. 32 bytes. */
export const inputSigHash = (txn: V2Transaction): Uint8Array => inputSigHashOf(encodeSemantics(txn));

/** Signature hash of a V2 contract or revision, signed by renter and host. 32 bytes. */
export const contractSigHash = (contract: V2FileContract): Uint8Array =>
  v2SigHash(CONTRACT, (w) => v2FileContract.write(w, unsignedContract(contract)));

/** Signature hash of a renewal, signed by renter and host; the new contract has its own signatures. 32 bytes. */
export const renewalSigHash = (renewal: V2FileContractRenewal): Uint8Array =>
  v2SigHash(RENEWAL, (w) => v2FileContractRenewal.write(w, unsignedRenewal(renewal)));

/** Signature hash of an attestation. 32 bytes. */
export const attestationSigHash = (signed: Attestation): Uint8Array =>
  v2SigHash(ATTESTATION, (w) => attestation.write(w, unsignedAttestation(signed)));
