import * as z from 'zod/mini';
import type { FileContract, FileContractRevision, StorageProof } from '$lib/chain/element/fileContract';
import type { UnlockConditions, UnlockKey } from '$lib/chain/policy/policy';
import { specifierOf, specifierText } from '$lib/chain/policy/specifier';
import type { CoveredFields, Transaction, TransactionSignature } from '$lib/chain/transaction/transaction';
import { decodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { converted, decodeJson, encodeJson, type JsonCodec } from '../../schemas/codec';
import { address, coinOutputId, fileContractId, fundOutputId, hash256 } from '../../schemas/scalars';
import { record } from './record';
import { base64Bytes, byteArray, currency, list, missingAs, u64, units } from './values';

// V1 transactions in the daemon's form. Ids are ignored when decoding, because they are always derived.

const keyRecord = record({ algorithm: z.string(), key: base64Bytes });

/** `{algorithm, key: base64}`; the text form `ed25519:<hex>` is also decoded. */
export const unlockKey: JsonCodec<UnlockKey> = converted(
  z.unknown(),
  (given): UnlockKey => {
    if (typeof given !== 'string') {
      const { algorithm, key } = decodeJson(keyRecord, given);
      return { algorithm: specifierOf(algorithm), key };
    }
    const colon = given.lastIndexOf(':');
    if (colon < 0) throw new CodecError('public key without algorithm');
    return { algorithm: specifierOf(given.slice(0, colon)), key: decodeHex(given.slice(colon + 1)) };
  },
  (key) => encodeJson(keyRecord, { algorithm: specifierText(key.algorithm), key: new Uint8Array(key.key) })
);

export const unlockConditions: JsonCodec<UnlockConditions> = record({
  timelock: missingAs(u64, 0n),
  publicKeys: list(unlockKey),
  signaturesRequired: missingAs(u64, 0n)
});

/** A coin output; `unlockhash` is its address. */
export const coinOutput = record({ value: currency, address }, { address: 'unlockhash' });
const fundOutput = record({ value: units, address }, { address: 'unlockhash' });

const coinInput = record({ parentId: coinOutputId, unlockConditions });
const fundInput = record(
  { parentId: fundOutputId, unlockConditions, claimAddress: address },
  { claimAddress: 'claimunlockhash' }
);

export const fileContract: JsonCodec<FileContract> = record({
  filesize: u64,
  fileMerkleRoot: hash256,
  windowStart: u64,
  windowEnd: u64,
  payout: currency,
  validProofOutputs: list(coinOutput),
  missedProofOutputs: list(coinOutput),
  unlockHash: address,
  revisionNumber: u64
});

const fileContractRevision: JsonCodec<FileContractRevision> = record(
  {
    parentId: fileContractId,
    unlockConditions,
    revisionNumber: u64,
    filesize: u64,
    fileMerkleRoot: hash256,
    windowStart: u64,
    windowEnd: u64,
    validProofOutputs: list(coinOutput),
    missedProofOutputs: list(coinOutput),
    unlockHash: address
  },
  {
    revisionNumber: 'newrevisionnumber',
    filesize: 'newfilesize',
    fileMerkleRoot: 'newfilemerkleroot',
    windowStart: 'newwindowstart',
    windowEnd: 'newwindowend',
    validProofOutputs: 'newvalidproofoutputs',
    missedProofOutputs: 'newmissedproofoutputs',
    unlockHash: 'newunlockhash'
  }
);

const SEGMENT_BYTES = 64;
const storageProof: JsonCodec<StorageProof> = record(
  { parentId: fileContractId, leaf: byteArray(SEGMENT_BYTES), proof: list(hash256) },
  { leaf: 'segment', proof: 'hashset' }
);

const coveredFields: JsonCodec<CoveredFields> = record(
  {
    wholeTransaction: missingAs(z.boolean(), false),
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
  },
  {
    coinInputs: 'svccoininputs',
    coinOutputs: 'svccoinoutputs',
    fundInputs: 'svcfundinputs',
    fundOutputs: 'svcfundoutputs',
    signatures: 'transactionsignatures'
  }
);

const signature: JsonCodec<TransactionSignature> = record({
  parentId: hash256,
  publicKeyIndex: missingAs(u64, 0n),
  timelock: missingAs(u64, 0n),
  coveredFields,
  signature: base64Bytes
});

/** A V1 transaction. */
export const transaction: JsonCodec<Transaction> = record(
  {
    coinInputs: list(coinInput),
    coinOutputs: list(coinOutput),
    fileContracts: list(fileContract),
    fileContractRevisions: list(fileContractRevision),
    storageProofs: list(storageProof),
    fundInputs: list(fundInput),
    fundOutputs: list(fundOutput),
    minerFees: list(currency),
    arbitraryData: list(base64Bytes),
    signatures: list(signature)
  },
  {
    coinInputs: 'svccoininputs',
    coinOutputs: 'svccoinoutputs',
    fundInputs: 'svcfundinputs',
    fundOutputs: 'svcfundoutputs',
    signatures: 'transactionsignatures'
  }
);
