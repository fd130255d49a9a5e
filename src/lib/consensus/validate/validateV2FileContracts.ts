import { decodeHex } from '$lib/codec/bytes';
import { chainIndexLeafHash, v2FileContractLeafHash } from '$lib/chain/proof/elementLeaf';
import type {
  V2FileContract,
  V2FileContractElement,
  V2FileContractRenewal,
  V2StorageProof
} from '$lib/chain/element/fileContract';
import type { FileContractId } from '$lib/chain/ids';
import { publicKeyBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import { contractSigHash, renewalSigHash } from '$lib/chain/transaction/sigHash';
import { storageProofLeafIndex } from '$lib/chain/element/storageProofLeafIndex';
import type { V2FileContractResolution, V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { formatAmount } from '../amounts';
import { v2FileContractTax } from '../contractTax';
import { reject } from '../errors';
import { v2StorageProofRoot } from './storageProof';
import type { ValidationContext } from './validationContext';

const valueOf = ({ renterOutput, hostOutput }: V2FileContract): bigint => renterOutput.value + hostOutput.value;

interface Signed {
  readonly renterSignature: Signature;
  readonly hostSignature: Signature;
}

function validateSignatures(
  { verifySignature }: ValidationContext,
  sigHash: Uint8Array,
  { renterSignature, hostSignature }: Signed,
  keys: { readonly renterPublicKey: PublicKey; readonly hostPublicKey: PublicKey },
  name: string
): void {
  const isBy = (key: PublicKey, signature: Signature) =>
    verifySignature(publicKeyBytes(key), sigHash, decodeHex(signature));
  if (!isBy(keys.renterPublicKey, renterSignature)) {
    reject('v2-contract/renter-signature', `${name} has invalid renter signature`);
  }
  if (!isBy(keys.hostPublicKey, hostSignature)) {
    reject('v2-contract/host-signature', `${name} has invalid host signature`);
  }
}

function validateHeights(height: bigint, { proofHeight, expirationHeight }: V2FileContract, name: string): void {
  if (proofHeight < height) {
    reject('v2-contract/proof-height-passed', `${name} has proof height (${proofHeight}) that has already passed`);
  }
  if (expirationHeight <= proofHeight) {
    const heights = `proof height (${proofHeight}) and expiration height (${expirationHeight})`;
    reject('v2-contract/no-time', `${name} leaves no time between ${heights}`);
  }
}

function validateFilesize({ filesize, capacity }: V2FileContract, name: string): void {
  if (filesize > capacity) {
    reject('v2-contract/filesize', `${name} has filesize (${filesize}) exceeding capacity (${capacity})`);
  }
}

/** Validates a new contract, formed or renewed. */
function validateNewContract(context: ValidationContext, contract: V2FileContract, name: string): void {
  const { missedHostValue, totalCollateral, hostOutput } = contract;
  validateFilesize(contract, name);
  validateHeights(BigInt(context.effects.height), contract, name);
  if (valueOf(contract) === 0n) reject('v2-contract/zero-value', `${name} has zero value`);
  if (missedHostValue > hostOutput.value) {
    reject(
      'v2-contract/missed-host-value',
      `${name} has missed host value (${formatAmount(missedHostValue)}) exceeding valid host value (${formatAmount(hostOutput.value)})`
    );
  }
  if (totalCollateral > hostOutput.value) {
    reject(
      'v2-contract/collateral',
      `${name} has total collateral (${formatAmount(totalCollateral)}) exceeding valid host value (${formatAmount(hostOutput.value)})`
    );
  }
  validateSignatures(context, contractSigHash(contract), contract, contract, name);
}

/** Checks that contracts are not revised or resolved twice. */
class Parents {
  readonly #revised = new Map<FileContractId, number>();
  readonly #resolved = new Map<FileContractId, number>();

  constructor(private readonly context: ValidationContext) {}

  revise(element: V2FileContractElement, i: number): void {
    this.#validate(element, `file contract revision ${i} parent (${element.id})`);
    this.#revised.set(element.id, i);
  }

  resolve(element: V2FileContractElement, i: number): void {
    // The reference implementation calls every resolution a renewal in this message.
    this.#validate(element, `file contract renewal ${i} parent (${element.id})`);
    this.#resolved.set(element.id, i);
  }

  #validate(element: V2FileContractElement, name: string): void {
    const { effects } = this.context;
    const resolvedIn = effects.spentIn(element.id);
    if (resolvedIn !== undefined) {
      reject('v2-contract/already-resolved', `${name} has already been resolved in transaction ${resolvedIn}`);
    }
    const revisedBy = this.#revised.get(element.id);
    if (revisedBy !== undefined) {
      reject('v2-contract/already-revised', `${name} has already been revised by contract revision ${revisedBy}`);
    }
    const resolvedBy = this.#resolved.get(element.id);
    if (resolvedBy !== undefined) {
      reject('v2-contract/already-resolved', `${name} has already been resolved by contract resolution ${resolvedBy}`);
    }
    if (effects.elements.containsUnspent(element, v2FileContractLeafHash)) return;
    if (effects.elements.contains(element.stateElement, v2FileContractLeafHash(element, true))) {
      reject('v2-contract/already-resolved', `${name} has already been resolved in a previous block`);
    }
    reject('v2-contract/unknown-parent', `${name} is not present in the accumulator`);
  }
}

function validateRevision(
  context: ValidationContext,
  parent: V2FileContractElement,
  revision: V2FileContract,
  i: number
): void {
  const { effects } = context;
  const name = `file contract revision ${i}`;
  const height = BigInt(effects.height);
  if (parent.fileContract.proofHeight < height) {
    const proofHeight = parent.fileContract.proofHeight;
    reject('v2-contract/revision-late', `${name} cannot be applied to contract after proof height (${proofHeight})`);
  }
  // An earlier transaction in the block may have revised the contract.
  const current = effects.v2FileContracts.get(parent.id)?.revision ?? parent.fileContract;
  if (revision.capacity < current.capacity) reject('v2-contract/revision-capacity', `${name} decreases capacity`);
  validateFilesize(revision, name);
  if (revision.revisionNumber <= current.revisionNumber) {
    const numbers = `${current.revisionNumber} -> ${revision.revisionNumber}`;
    reject('v2-contract/revision-number', `${name} does not increase revision number (${numbers})`);
  }
  if (valueOf(revision) !== valueOf(current)) {
    const sums = `${formatAmount(valueOf(current))} -> ${formatAmount(valueOf(revision))}`;
    reject('v2-contract/revision-changes-sum', `${name} modifies output sum (${sums})`);
  }
  validateRevisedHostValue(context, current, revision, name);
  validateHeights(height, revision, name);
  // Signed by the current keys, not the revision's.
  validateSignatures(context, contractSigHash(revision), revision, current, name);
}

function validateRevisedHostValue(
  { effects }: ValidationContext,
  current: V2FileContract,
  revision: V2FileContract,
  name: string
): void {
  const missed = `has missed host value (${formatAmount(revision.missedHostValue)})`;
  if (revision.missedHostValue > current.missedHostValue) {
    reject(
      'v2-contract/missed-host-value',
      `${name} ${missed} exceeding old value (${formatAmount(current.missedHostValue)})`
    );
  }
  const isChecked = effects.height >= effects.network.hardforkV2.ephemeralOutputHeight;
  if (isChecked && revision.missedHostValue > revision.hostOutput.value) {
    reject(
      'v2-contract/missed-host-value',
      `${name} ${missed} exceeding valid host value (${formatAmount(revision.hostOutput.value)})`
    );
  }
  if (revision.totalCollateral !== current.totalCollateral) {
    reject('v2-contract/collateral', `${name} modifies total collateral`);
  }
}

function validateRenewal(
  context: ValidationContext,
  contract: V2FileContract,
  renewal: V2FileContractRenewal,
  i: number
): void {
  const name = `file contract renewal ${i}`;
  const { newContract, renterRollover, hostRollover, finalRenterOutput, finalHostOutput } = renewal;
  if (newContract.renterPublicKey !== contract.renterPublicKey) {
    reject('v2-contract/renewal-keys', `${name} changes renter public key`);
  }
  if (newContract.hostPublicKey !== contract.hostPublicKey) {
    reject('v2-contract/renewal-keys', `${name} changes host public key`);
  }
  // Only the sum is checked: an unbroadcast revision may have moved value between renter and host.
  const payout = finalRenterOutput.value + renterRollover + finalHostOutput.value + hostRollover;
  if (payout !== valueOf(contract)) {
    const existing = formatAmount(valueOf(contract));
    reject(
      'v2-contract/renewal-payout',
      `${name} renewal payout (${formatAmount(payout)}) does not match existing contract payout ${existing}`
    );
  }
  const rollover = renterRollover + hostRollover;
  const cost = valueOf(newContract) + v2FileContractTax(newContract);
  if (rollover > cost) {
    reject(
      'v2-contract/renewal-rollover',
      `${name} has rollover (${formatAmount(rollover)}) exceeding new contract cost (${formatAmount(cost)})`
    );
  }
  validateNewContract(context, newContract, `${name} initial revision`);
  validateSignatures(context, renewalSigHash(renewal), renewal, contract, name);
}

function validateStorageProof(
  { effects }: ValidationContext,
  { id, fileContract }: V2FileContractElement,
  { proofIndex, leaf, proof }: V2StorageProof,
  i: number
): void {
  const name = `file contract storage proof ${i}`;
  const { proofHeight, filesize, fileMerkleRoot } = fileContract;
  if (BigInt(effects.height) < proofHeight) {
    reject('v2-contract/proof-early', `${name} cannot be submitted until after proof height (${proofHeight})`);
  }
  const { height, id: windowId } = proofIndex.chainIndex;
  if (height !== proofHeight) {
    const heights = `ProofIndex height (${height}) that does not match contract ProofHeight (${proofHeight})`;
    reject('v2-contract/proof-index', `${name} has ${heights}`);
  }
  // The id of the block at the proof height selects the leaf, so the block must be on this chain.
  if (!effects.elements.contains(proofIndex.stateElement, chainIndexLeafHash(proofIndex))) {
    reject('v2-contract/proof-index', `${name} has invalid history proof`);
  }
  const leafIndex = storageProofLeafIndex(id, windowId, filesize);
  if (v2StorageProofRoot(leaf, leafIndex, filesize, proof) !== fileMerkleRoot) {
    reject('v2-contract/proof-invalid', `${name} has root that does not match contract Merkle root`);
  }
}

function validateResolution(
  context: ValidationContext,
  { parent, resolution }: V2FileContractResolution,
  i: number
): void {
  const { fileContract } = parent;
  switch (resolution.type) {
    case 'renewal':
      return validateRenewal(context, fileContract, resolution.renewal, i);
    case 'storageProof':
      return validateStorageProof(context, parent, resolution.storageProof, i);
    case 'expiration':
      if (BigInt(context.effects.height) > fileContract.expirationHeight) return;
      reject(
        'v2-contract/expiration-early',
        // The reference implementation has the trailing space.
        `file contract expiration ${i} cannot be submitted until after expiration height (${fileContract.expirationHeight}) `
      );
  }
}

/** Validates the contracts, revisions and resolutions of a V2 transaction. */
export function validateV2FileContracts(context: ValidationContext, txn: V2Transaction): void {
  txn.fileContracts.forEach((contract, i) => validateNewContract(context, contract, `file contract ${i}`));
  const parents = new Parents(context);
  txn.fileContractRevisions.forEach(({ parent, revision }, i) => {
    parents.revise(parent, i);
    validateRevision(context, parent, revision, i);
  });
  txn.fileContractResolutions.forEach((resolution, i) => {
    parents.resolve(resolution.parent, i);
    validateResolution(context, resolution, i);
  });
}
