import type { Generation } from '$lib/chain/transaction/generation';
import type { CoinOutput, FundOutput } from '$lib/chain/element/elements';
import { address32, type Address } from '$lib/chain/address';
import { v2Currency, type Hastings } from '$lib/chain/currency/currency';
import { coinOutput, fundOutput } from '$lib/chain/element/elements';
import { hash256, type Hash256 } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { inputSigHashOf, wholeSigHash } from '$lib/chain/transaction/sigHash';
import type { Height } from '$lib/chain/time';
import { unsignedTransaction, WHOLE_TRANSACTION, type TransactionSignature } from '$lib/chain/transaction/transaction';
import { encodeSemantics } from '$lib/chain/transaction/v2Semantics';
import { CodecError } from '$lib/codec/errors';
import { byteString, decode, encode, list, mapped, pointer, struct, u64 } from '$lib/codec/layout';
import { UnsoundTransferError } from '../errors';
import type { Transfer } from './transfer';

/** What signatures cover, as read from the very bytes that are hashed. */
export interface SignedContent {
  readonly coinInputs: readonly Hash256[];
  readonly coinOutputs: readonly CoinOutput[];
  readonly fundInputs: readonly Hash256[];
  readonly fundOutputs: readonly FundOutput[];
  readonly fee: Hastings;
  readonly hasData: boolean;
  /** V1 signatures cover where claims go, V2 ones do not. */
  readonly claimAddresses?: readonly Address[];
}

/**
 * The bytes that signatures are about: what is hashed, without the prefix that names the purpose (V2) and those that
 * name the era of each input (V1). The review reads these, and nothing else is signed.
 */
export const unsignedBytes = (transfer: Transfer): Uint8Array<ArrayBuffer> =>
  transfer.generation === 'v2'
    ? encodeSemantics(transfer.transaction)
    : encode(unsignedTransaction, transfer.transaction);

/** A count that must be zero: no part of a payment. */
const none = mapped(
  u64,
  (count) => {
    if (count !== 0n) throw new CodecError('the transaction does more than pay');
    return count;
  },
  () => 0n
);

const v2Content = struct({
  coinInputs: list(hash256),
  coinOutputs: list(coinOutput),
  fundInputs: list(hash256),
  fundOutputs: list(fundOutput),
  fileContracts: none,
  revisions: none,
  resolutions: none,
  attestations: none,
  data: byteString,
  foundationAddress: pointer(address32),
  fee: v2Currency
});

/**
 * What the bytes say.
 * @throws {UnsoundTransferError} they are no plain payment: contracts, attestations, foundation changes
 */
export function readUnsigned(generation: Generation, bytes: Uint8Array): SignedContent {
  try {
    return generation === 'v2' ? readV2(bytes) : readV1(bytes);
  } catch (error) {
    if (error instanceof CodecError) throw new UnsoundTransferError('not-a-payment', { cause: error });
    throw error;
  }
}

function readV2(bytes: Uint8Array): SignedContent {
  const { coinInputs, coinOutputs, fundInputs, fundOutputs, data, foundationAddress, fee } = decode(v2Content, bytes);
  if (foundationAddress !== undefined) throw new CodecError('the transaction changes the foundation address');
  return { coinInputs, coinOutputs, fundInputs, fundOutputs, fee, hasData: data.length > 0 };
}

function readV1(bytes: Uint8Array): SignedContent {
  const txn = decode(unsignedTransaction, bytes);
  if (txn.fileContracts.length + txn.fileContractRevisions.length + txn.storageProofs.length > 0) {
    throw new CodecError('the transaction does more than pay');
  }
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

/** What every input of a V2 transaction signs, from its {@link unsignedBytes}. 32 bytes. */
export const v2HashOf = (bytes: Uint8Array): Uint8Array => inputSigHashOf(bytes);

/** What a key of a V1 input signs, 32 bytes: the whole transaction, read from its {@link unsignedBytes}. */
export function v1HashesOf(bytes: Uint8Array, network: Network, tipHeight: Height) {
  const txn = { ...decode(unsignedTransaction, bytes), signatures: [] };
  return (parentId: Hash256, keyIndex: number): Uint8Array =>
    wholeSigHash(network, tipHeight, txn, parentId, BigInt(keyIndex), 0n, []);
}

/** A V1 signature over the whole transaction. */
export const wholeSignature = (parentId: Hash256, keyIndex: number, signature: Uint8Array): TransactionSignature => ({
  parentId,
  publicKeyIndex: BigInt(keyIndex),
  timelock: 0n,
  coveredFields: WHOLE_TRANSACTION,
  signature
});
