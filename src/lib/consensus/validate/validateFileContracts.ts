import type { FileContractRevision } from '$lib/chain/element/fileContract';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import { storageProofLeafIndex } from '$lib/chain/element/storageProofLeafIndex';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { fileContractTax } from '../contractTax';
import { totalValue } from '../amounts';
import { reject } from '../errors';
import { isV1StorageProofValid } from './storageProof';
import type { TransactionSupplement } from '../apply/supplement';
import type { ValidationContext } from './validationContext';

interface Window {
  readonly windowStart: bigint;
  readonly windowEnd: bigint;
}

function validateWindow(height: bigint, name: string, { windowStart, windowEnd }: Window): void {
  if (windowStart < height) reject('contract/window-started', `${name} has window that starts in the past`);
  if (windowEnd <= windowStart) reject('contract/window-order', `${name} has window that ends before it begins`);
}

function validateFormations({ effects }: ValidationContext, txn: Transaction): void {
  txn.fileContracts.forEach((contract, i) => {
    validateWindow(BigInt(effects.height), `file contract ${i}`, contract);
    const valid = totalValue(contract.validProofOutputs);
    if (valid !== totalValue(contract.missedProofOutputs)) {
      reject('contract/unequal-payouts', `file contract ${i} has valid payout that does not equal missed payout`);
    }
    if (contract.payout !== valid + fileContractTax(effects.network, effects.state, contract)) {
      reject('contract/wrong-tax', `file contract ${i} has payout with incorrect tax`);
    }
  });
}

function validateRevision(
  { effects }: ValidationContext,
  supplement: TransactionSupplement,
  revision: FileContractRevision,
  name: string
): void {
  const height = BigInt(effects.height);
  const { parentId, unlockConditions } = revision;
  if (unlockConditions.timelock > height) reject('txn/timelocked', `${name} has timelocked parent`);
  validateWindow(height, name, revision);
  const resolvedIn = effects.spentIn(parentId);
  if (resolvedIn !== undefined) {
    reject('contract/conflict', `${name} conflicts with previous proof or revision (in ${resolvedIn})`);
  }
  const parent = effects.fileContractElement(supplement, parentId)?.fileContract;
  if (parent === undefined) {
    return reject('txn/unknown-parent', `${name} revises nonexistent file contract ${parentId}`);
  }
  if (parent.windowStart < height) {
    reject('contract/revision-late', `${name} revises contract after its proof window has opened`);
  }
  if (revision.revisionNumber <= parent.revisionNumber) {
    reject('contract/revision-number', `${name} does not have a higher revision number than its parent`);
  }
  if (unlockHash(unlockConditions) !== parent.unlockHash) {
    reject('txn/wrong-unlock-conditions', `${name} claims incorrect unlock conditions`);
  }
  if (totalValue(revision.validProofOutputs) !== totalValue(parent.validProofOutputs)) {
    reject('contract/revision-changes-sum', `${name} changes valid payout sum`);
  }
  if (totalValue(revision.missedProofOutputs) !== totalValue(parent.missedProofOutputs)) {
    reject('contract/revision-changes-sum', `${name} changes missed payout sum`);
  }
}

function validateStorageProofs(
  { effects }: ValidationContext,
  txn: Transaction,
  supplement: TransactionSupplement
): void {
  const { storageProofs } = txn;
  const createsOther =
    txn.coinOutputs.length + txn.fundOutputs.length + txn.fileContracts.length + txn.fileContractRevisions.length > 0;
  // A shallow reorganization can invalidate a proof, which must not invalidate other outputs.
  if (storageProofs.length > 0 && createsOther) {
    reject('contract/proof-with-outputs', 'transaction contains both a storage proof and other outputs');
  }
  const proven = new Map<string, number>();
  storageProofs.forEach(({ parentId }, i) => {
    const earlier = proven.get(parentId);
    if (earlier !== undefined) {
      reject(
        'contract/proof-repeated',
        `storage proof ${i} resolves contract (${parentId}) already resolved by storage proof ${earlier}`
      );
    }
    proven.set(parentId, i);
  });
  storageProofs.forEach((proof, i) => {
    const { parentId } = proof;
    const resolvedIn = effects.spentIn(parentId);
    if (resolvedIn !== undefined) {
      reject('contract/conflict', `storage proof ${i} conflicts with previous proof (in ${resolvedIn})`);
    }
    const contract = effects.fileContractElement(supplement, parentId)?.fileContract;
    if (contract === undefined) {
      return reject('txn/unknown-parent', `storage proof ${i} references nonexistent file contract`);
    }
    const windowId = effects.storageProofWindowId(supplement, parentId);
    if (windowId === undefined) {
      const start = contract.windowStart;
      return reject(
        'contract/proof-early',
        `storage proof ${i} cannot be submitted until after window start (${start})`
      );
    }
    const leafIndex = storageProofLeafIndex(parentId, windowId, contract.filesize);
    if (!isV1StorageProofValid(effects.network, effects.height, contract, leafIndex, proof)) {
      reject('contract/proof-invalid', `storage proof ${i} has root that does not match contract Merkle root`);
    }
  });
}

/** Validates the contracts, revisions and storage proofs of a V1 transaction. */
export function validateFileContracts(
  context: ValidationContext,
  txn: Transaction,
  supplement: TransactionSupplement
): void {
  validateFormations(context, txn);
  txn.fileContractRevisions.forEach((revision, i) =>
    validateRevision(context, supplement, revision, `file contract revision ${i}`)
  );
  validateStorageProofs(context, txn, supplement);
}
