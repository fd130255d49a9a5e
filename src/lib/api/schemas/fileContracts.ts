import * as z from 'zod/mini';
import type {
  FileContract,
  FileContractElement,
  FileContractRevision,
  StorageProof,
  V2FileContract,
  V2FileContractElement,
  V2FileContractRenewal,
  V2FileContractRevision,
  V2StorageProof
} from '$lib/chain/element/fileContract';
import { listOf, renamed, type JsonCodec } from './codec';
import { chainIndexElement, coinOutput, stateElement } from './elements';
import { unlockConditions } from './policies';
import { address, fileContractId, hash256, leafBytes, publicKey, signature, u64 } from './scalars';
import { amount } from './amount';

export const fileContract: JsonCodec<FileContract> = z.object({
  filesize: u64,
  fileMerkleRoot: hash256,
  windowStart: u64,
  windowEnd: u64,
  payout: amount,
  validProofOutputs: listOf(coinOutput, 'null'),
  missedProofOutputs: listOf(coinOutput, 'null'),
  unlockHash: address,
  revisionNumber: u64
});

export const fileContractRevision: JsonCodec<FileContractRevision> = renamed(
  z.object({
    parentID: fileContractId,
    unlockConditions,
    filesize: u64,
    fileMerkleRoot: hash256,
    windowStart: u64,
    windowEnd: u64,
    validProofOutputs: listOf(coinOutput, 'null'),
    missedProofOutputs: listOf(coinOutput, 'null'),
    unlockHash: address,
    revisionNumber: u64
  }),
  { parentID: 'parentId' }
);

export const storageProof: JsonCodec<StorageProof> = renamed(
  z.object({ parentID: fileContractId, leaf: leafBytes, proof: listOf(hash256, 'null') }),
  { parentID: 'parentId' }
);

export const fileContractElement: JsonCodec<FileContractElement> = z.object({
  id: fileContractId,
  stateElement,
  fileContract
});

export const v2FileContract: JsonCodec<V2FileContract> = z.object({
  capacity: u64,
  filesize: u64,
  fileMerkleRoot: hash256,
  proofHeight: u64,
  expirationHeight: u64,
  renterOutput: coinOutput,
  hostOutput: coinOutput,
  missedHostValue: amount,
  totalCollateral: amount,
  renterPublicKey: publicKey,
  hostPublicKey: publicKey,
  revisionNumber: u64,
  renterSignature: signature,
  hostSignature: signature
});

export const v2FileContractElement: JsonCodec<V2FileContractElement> = renamed(
  z.object({ id: fileContractId, stateElement, v2FileContract }),
  { v2FileContract: 'fileContract' }
);

export const v2FileContractRevision: JsonCodec<V2FileContractRevision> = z.object({
  parent: v2FileContractElement,
  revision: v2FileContract
});

export const v2FileContractRenewal: JsonCodec<V2FileContractRenewal> = z.object({
  finalRenterOutput: coinOutput,
  finalHostOutput: coinOutput,
  renterRollover: amount,
  hostRollover: amount,
  newContract: v2FileContract,
  renterSignature: signature,
  hostSignature: signature
});

export const v2StorageProof: JsonCodec<V2StorageProof> = z.object({
  proofIndex: chainIndexElement,
  leaf: leafBytes,
  proof: listOf(hash256, 'null')
});
