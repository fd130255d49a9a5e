import * as z from 'zod/mini';
import type { Attestation, AttestationElement } from '$lib/chain/element/attestation';
import type {
  V2CoinInput,
  V2FileContractResolution,
  V2FundInput,
  V2Resolution,
  V2Transaction
} from '$lib/chain/transaction/v2Transaction';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { v2CoinOutputIds, v2FundOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { CodecError } from '$lib/codec/errors';
import { converted, decodeWithin, encodeWithin, listOf, optional, type JsonCodec } from './codec';
import { coinElement, fundElement, stateElement } from './elements';
import {
  v2FileContract,
  v2FileContractElement,
  v2FileContractRenewal,
  v2FileContractRevision,
  v2StorageProof
} from './fileContracts';
import { satisfiedPolicy } from './policies';
import { amount } from './amount';
import * as scalars from './scalars';
import { bareOutput, printedCoinOutput, printedFundOutput } from './transactions';

const coinInput: JsonCodec<V2CoinInput> = z.object({ parent: coinElement, satisfiedPolicy });
const fundInput: JsonCodec<V2FundInput> = z.object({
  parent: fundElement,
  claimAddress: scalars.address,
  satisfiedPolicy
});

const attestation: JsonCodec<Attestation> = z.object({
  publicKey: scalars.publicKey,
  key: z.string(),
  value: scalars.base64Bytes,
  signature: scalars.signature
});
export const attestationElement: JsonCodec<AttestationElement> = z.object({
  id: scalars.attestationId,
  stateElement,
  attestation
});

const anyObject = z.record(z.string(), z.unknown());

function decodeResolution(type: string, body: unknown, key: string): V2Resolution {
  switch (type) {
    case 'renewal':
      return { type, renewal: decodeWithin(v2FileContractRenewal, body, key) };
    case 'storageProof':
      return { type, storageProof: decodeWithin(v2StorageProof, body, key) };
    case 'expiration':
      decodeWithin(anyObject, body, key);
      return { type };
    default:
      throw new CodecError(`unknown contract resolution type ${JSON.stringify(type)}`, 'type');
  }
}

function encodeResolution(resolution: V2Resolution, key: string): unknown {
  switch (resolution.type) {
    case 'renewal':
      return encodeWithin(v2FileContractRenewal, resolution.renewal, key);
    case 'storageProof':
      return encodeWithin(v2StorageProof, resolution.storageProof, key);
    case 'expiration':
      return {};
  }
}

/** A resolution in a transaction: `{type, resolution}`. */
export const v2FileContractResolution: JsonCodec<V2FileContractResolution> = converted(
  z.object({ parent: v2FileContractElement, type: z.string(), resolution: z.optional(z.unknown()) }),
  ({ parent, type, resolution }) => ({ parent, resolution: decodeResolution(type, resolution, 'resolution') }),
  ({ parent, resolution }) => ({
    parent,
    type: resolution.type,
    resolution: encodeResolution(resolution, 'resolution')
  })
);

/** A resolution in an update: the type is one of its fields. */
export const mergedResolution: JsonCodec<V2Resolution> = converted(
  z.intersection(z.object({ type: z.string() }), anyObject),
  (body) => decodeResolution(body.type, body, ''),
  (resolution) => ({ ...(encodeResolution(resolution, '') as object), type: resolution.type })
);

/** Always encoded; like on servers, an absent fee is zero. */
const minerFee: JsonCodec<Hastings> = converted(
  z.nullish(amount),
  (fee) => fee ?? hastings(0n),
  (fee) => fee
);

const transactionJson = z.object({
  id: z.optional(z.unknown()),
  svccoinInputs: listOf(coinInput, 'omitted'),
  svccoinOutputs: listOf(printedCoinOutput, '[]'),
  svcfundInputs: listOf(fundInput, 'omitted'),
  svcfundOutputs: listOf(printedFundOutput, '[]'),
  fileContracts: listOf(v2FileContract, 'omitted'),
  fileContractRevisions: listOf(v2FileContractRevision, 'omitted'),
  fileContractResolutions: listOf(v2FileContractResolution, 'omitted'),
  attestations: listOf(attestation, 'omitted'),
  arbitraryData: optional(scalars.base64Bytes),
  newFoundationAddress: optional(scalars.address),
  minerFee
});

/** V2 transaction; encoded with its id and those of its outputs. */
export const v2Transaction: JsonCodec<V2Transaction> = converted(
  transactionJson,
  ({ svccoinInputs, svccoinOutputs, svcfundInputs, svcfundOutputs, arbitraryData, id: _id, ...rest }) => ({
    ...rest,
    coinInputs: svccoinInputs,
    coinOutputs: svccoinOutputs.map(bareOutput),
    fundInputs: svcfundInputs,
    fundOutputs: svcfundOutputs.map(bareOutput),
    arbitraryData: arbitraryData ?? new Uint8Array(0)
  }),
  (txn) => {
    const { coinInputs, coinOutputs, fundInputs, fundOutputs, arbitraryData } = txn;
    const id = v2TransactionId(txn);
    const coinIds = v2CoinOutputIds(txn);
    return {
      id,
      svccoinInputs: [...coinInputs],
      svccoinOutputs: coinOutputs.map(({ value, address }, i) => ({ id: coinIds[i], value, address })),
      svcfundInputs: [...fundInputs],
      svcfundOutputs: fundOutputs.map((output, i) => ({ id: v2FundOutputId(id, i), ...output })),
      fileContracts: [...txn.fileContracts],
      fileContractRevisions: [...txn.fileContractRevisions],
      fileContractResolutions: [...txn.fileContractResolutions],
      attestations: [...txn.attestations],
      arbitraryData: arbitraryData.length > 0 ? arbitraryData : undefined,
      newFoundationAddress: txn.newFoundationAddress,
      minerFee: txn.minerFee
    };
  }
);
