import { list, struct, u64, type Decoded } from '$lib/codec/layout';
import { address32 } from '../address';
import { v1Currency, v2Currency } from '../currency/layouts';
import { chainIndexElement, coinOutput, stateElement, storageProofLeaf, v1CoinOutput } from './elements';
import { fileContractId32, hash256 } from '../ids';
import { publicKey32, signature64 } from '../keys/keys';
import { unlockConditions } from '../policy/policy';

/** V1 storage contract. */
export const fileContract = struct({
  filesize: u64,
  fileMerkleRoot: hash256,
  windowStart: u64,
  windowEnd: u64,
  payout: v1Currency,
  validProofOutputs: list(v1CoinOutput),
  missedProofOutputs: list(v1CoinOutput),
  unlockHash: address32,
  revisionNumber: u64
});
export type FileContract = Decoded<typeof fileContract>;

/** V1 revision: the contract's fields in another order, without payout. */
export const fileContractRevision = struct({
  parentId: fileContractId32,
  unlockConditions,
  revisionNumber: u64,
  filesize: u64,
  fileMerkleRoot: hash256,
  windowStart: u64,
  windowEnd: u64,
  validProofOutputs: list(v1CoinOutput),
  missedProofOutputs: list(v1CoinOutput),
  unlockHash: address32
});
export type FileContractRevision = Decoded<typeof fileContractRevision>;

export const storageProof = struct({ parentId: fileContractId32, leaf: storageProofLeaf, proof: list(hash256) });
export type StorageProof = Decoded<typeof storageProof>;

/** An existing V1 contract with its leaf index and proof. */
export const fileContractElement = struct({ stateElement, id: fileContractId32, fileContract });
export type FileContractElement = Decoded<typeof fileContractElement>;

/** V2 storage contract. */
export const v2FileContract = struct({
  capacity: u64,
  filesize: u64,
  fileMerkleRoot: hash256,
  proofHeight: u64,
  expirationHeight: u64,
  renterOutput: coinOutput,
  hostOutput: coinOutput,
  missedHostValue: v2Currency,
  totalCollateral: v2Currency,
  renterPublicKey: publicKey32,
  hostPublicKey: publicKey32,
  revisionNumber: u64,
  renterSignature: signature64,
  hostSignature: signature64
});
export type V2FileContract = Decoded<typeof v2FileContract>;

export const v2FileContractElement = struct({ stateElement, id: fileContractId32, fileContract: v2FileContract });
export type V2FileContractElement = Decoded<typeof v2FileContractElement>;

export const v2FileContractRevision = struct({ parent: v2FileContractElement, revision: v2FileContract });
export type V2FileContractRevision = Decoded<typeof v2FileContractRevision>;

export const v2FileContractRenewal = struct({
  finalRenterOutput: coinOutput,
  finalHostOutput: coinOutput,
  renterRollover: v2Currency,
  hostRollover: v2Currency,
  newContract: v2FileContract,
  renterSignature: signature64,
  hostSignature: signature64
});
export type V2FileContractRenewal = Decoded<typeof v2FileContractRenewal>;

export const v2StorageProof = struct({
  proofIndex: chainIndexElement,
  leaf: storageProofLeaf,
  proof: list(hash256)
});
export type V2StorageProof = Decoded<typeof v2StorageProof>;
