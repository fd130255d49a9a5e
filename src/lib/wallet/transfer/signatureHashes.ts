import type { Generation } from '$lib/chain/transaction/generation';
import type { CoinOutput, FundOutput } from '$lib/chain/element/elements';
import { address32, type Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import { v2Currency } from '$lib/chain/currency/layouts';
import { coinOutput, fundOutput } from '$lib/chain/element/elements';
import { hash256, type Hash256 } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { isFoundationUpdate } from '$lib/chain/transaction/foundationUpdate';
import { inputSigHashOf, wholeSigHashes } from '$lib/chain/transaction/sigHash';
import type { Height } from '$lib/chain/time';
import { unsignedTransaction, WHOLE_TRANSACTION, type TransactionSignature } from '$lib/chain/transaction/transaction';
import { encodeSemantics } from '$lib/chain/transaction/v2Semantics';
import { CodecError } from '$lib/codec/errors';
import { byteString, decode, encode, list, mapped, pointer, struct, u64 } from '$lib/codec/layout';
import { InvalidTransferError } from '../errors';
import type { Transfer } from './transfer';

/** The content covered by signatures, decoded from the bytes that are hashed. */
export interface SignedContent {
  readonly coinInputs: readonly Hash256[];
  readonly coinOutputs: readonly CoinOutput[];
  readonly fundInputs: readonly Hash256[];
  readonly fundOutputs: readonly FundOutput[];
  readonly fee: Hastings;
  readonly hasData: boolean;
  /** Claim addresses are covered by V1 signatures, not by V2 ones. */
  readonly claimAddresses?: readonly Address[];
}

/**
 * The signed bytes: the preimage without the domain separator (V2) and the replay prefixes of inputs (V1). The review
 * decodes these bytes, and nothing else is signed.
 */
export const unsignedBytes = (transfer: Transfer): Uint8Array<ArrayBuffer> =>
  transfer.generation === 'v2'
    ? encodeSemantics(transfer.transaction)
    : encode(unsignedTransaction, transfer.transaction);

const FOUNDATION = 'the transaction changes the foundation address';

/** A count that must be zero: not part of a payment. */
const emptyList = mapped(
  u64,
  (count) => {
    if (count !== 0n) throw new CodecError('the transaction contains more than a payment');
    return count;
  },
  () => 0n
);

const v2Content = struct({
  coinInputs: list(hash256),
  coinOutputs: list(coinOutput),
  fundInputs: list(hash256),
  fundOutputs: list(fundOutput),
  fileContracts: emptyList,
  revisions: emptyList,
  resolutions: emptyList,
  attestations: emptyList,
  data: byteString,
  foundationAddress: pointer(address32),
  fee: v2Currency
});

/**
 * Decodes {@link unsignedBytes}.
 * @throws {InvalidTransferError} not a plain payment: contracts, attestations, foundation changes
 */
export function decodeUnsigned(generation: Generation, bytes: Uint8Array): SignedContent {
  try {
    return generation === 'v2' ? decodeV2(bytes) : decodeV1(bytes);
  } catch (error) {
    if (error instanceof CodecError) throw new InvalidTransferError('not-a-payment', { cause: error });
    throw error;
  }
}

function decodeV2(bytes: Uint8Array): SignedContent {
  const { coinInputs, coinOutputs, fundInputs, fundOutputs, data, foundationAddress, fee } = decode(v2Content, bytes);
  if (foundationAddress !== undefined) throw new CodecError(FOUNDATION);
  return { coinInputs, coinOutputs, fundInputs, fundOutputs, fee, hasData: data.length > 0 };
}

function decodeV1(bytes: Uint8Array): SignedContent {
  const txn = decode(unsignedTransaction, bytes);
  if (txn.fileContracts.length + txn.fileContractRevisions.length + txn.storageProofs.length > 0) {
    throw new CodecError('the transaction contains more than a payment');
  }
  if (txn.arbitraryData.some(isFoundationUpdate)) throw new CodecError(FOUNDATION);
  return {
    coinInputs: txn.coinInputs.map(({ parentId }) => parentId as string as Hash256),
    coinOutputs: txn.coinOutputs,
    fundInputs: txn.fundInputs.map(({ parentId }) => parentId as string as Hash256),
    fundOutputs: txn.fundOutputs,
    fee: txn.minerFees.reduce((sum, fee) => (sum + fee) as Hastings, 0n as Hastings),
    hasData: txn.arbitraryData.length > 0,
    claimAddresses: txn.fundInputs.map(({ claimAddress }) => claimAddress)
  };
}

/** Signature hash of all inputs of a V2 transaction, from its {@link unsignedBytes}. 32 bytes. */
export const v2HashOf = (bytes: Uint8Array): Uint8Array => inputSigHashOf(bytes);

/**
 * Signature hash, 32 bytes, per input and key of a V1 transaction, from its {@link unsignedBytes}.
 * @param count of hashes, about
 */
export function v1HashesOf(bytes: Uint8Array, network: Network, tipHeight: Height, count = 1) {
  const hash = wholeSigHashes(network, tipHeight, { ...decode(unsignedTransaction, bytes), signatures: [] }, count);
  return (parentId: Hash256, keyIndex: number): Uint8Array =>
    hash({ parentId, publicKeyIndex: BigInt(keyIndex), timelock: 0n });
}

/** Everything that one signature covers: the key holder decodes and hashes it, and can refuse it. */
export type SigningMessage =
  | { readonly generation: 'v2'; readonly unsigned: Uint8Array }
  | {
      readonly generation: 'v1';
      readonly unsigned: Uint8Array;
      readonly network: Network;
      readonly tipHeight: Height;
      readonly parentId: Hash256;
      readonly keyIndex: number;
    };

/** The 32 bytes to sign for a message. */
export const messageHash = (message: SigningMessage): Uint8Array =>
  message.generation === 'v2'
    ? v2HashOf(message.unsigned)
    : v1HashesOf(message.unsigned, message.network, message.tipHeight)(message.parentId, message.keyIndex);

/** A V1 signature over the whole transaction. */
export const wholeSignature = (parentId: Hash256, keyIndex: number, signature: Uint8Array): TransactionSignature => ({
  parentId,
  publicKeyIndex: BigInt(keyIndex),
  timelock: 0n,
  coveredFields: WHOLE_TRANSACTION,
  signature
});
