import { VOID_ADDRESS } from '$lib/chain/address';
import { UNASSIGNED_LEAF_INDEX, type CoinOutput } from '$lib/chain/element/elements';
import type { FileContract, FileContractRevision, V2FileContract } from '$lib/chain/element/fileContract';
import {
  claimOutputId,
  coinOutputId,
  contractPayoutId,
  fileContractId,
  fundOutputId,
  transactionId
} from '$lib/chain/transaction/transactionIds';
import type { Transaction } from '$lib/chain/transaction/transaction';
import {
  v2AttestationId,
  v2ClaimOutputId,
  v2CoinOutputIds,
  v2ContractOutputId,
  v2FileContractId,
  v2FundOutputId,
  v2RenewalId,
  v2TransactionId
} from '$lib/chain/transaction/v2TransactionIds';
import type { V2Resolution, V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { BlockEffects } from './blockEffects';
import { claimValue } from '../contractTax';
import { decodeFoundationUpdate, isFoundationUpdate } from '$lib/chain/transaction/foundationUpdate';
import type { TransactionSupplement } from './supplement';

/**
 * The element of a valid transaction.
 * @throws {RangeError} missing element: a caller's error, not the transaction's
 */
function requireElement<T>(element: T | undefined, id: string): T {
  if (element === undefined) throw new RangeError(`element ${id} is neither in the block nor in its supplement`);
  return element;
}

/** The contract after a revision; the payout never changes. */
export const revisedContract = (revision: FileContractRevision, parent: FileContract): FileContract => ({
  filesize: revision.filesize,
  fileMerkleRoot: revision.fileMerkleRoot,
  windowStart: revision.windowStart,
  windowEnd: revision.windowEnd,
  payout: parent.payout,
  validProofOutputs: revision.validProofOutputs,
  missedProofOutputs: revision.missedProofOutputs,
  unlockHash: revision.unlockHash,
  revisionNumber: revision.revisionNumber
});

/** Applies a V1 transaction that is valid on top of the effects. */
export function applyTransaction(effects: BlockEffects, txn: Transaction, supplement: TransactionSupplement): void {
  const id = transactionId(txn);
  for (const { parentId } of txn.coinInputs) {
    effects.spendCoin(requireElement(effects.coinElement(supplement, parentId), parentId), id);
  }
  txn.coinOutputs.forEach((output, i) => effects.createCoin(coinOutputId(txn, i), output));
  for (const { parentId, claimAddress } of txn.fundInputs) {
    const element = requireElement(effects.fundElement(supplement, parentId), parentId);
    const value = claimValue(effects.taxRevenue, element.claimStart, element.output.value);
    effects.spendFund(element, id);
    effects.createImmatureCoin(claimOutputId(parentId), { value, address: claimAddress });
  }
  txn.fundOutputs.forEach((output, i) => effects.createFund(fundOutputId(txn, i), output));
  txn.fileContracts.forEach((contract, i) => effects.createFileContract(fileContractId(txn, i), contract));
  for (const revision of txn.fileContractRevisions) {
    const element = requireElement(effects.fileContractElement(supplement, revision.parentId), revision.parentId);
    effects.reviseFileContract(element, revisedContract(revision, element.fileContract));
  }
  for (const { parentId } of txn.storageProofs) {
    const element = requireElement(effects.fileContractElement(supplement, parentId), parentId);
    effects.resolveFileContract(element, true, id);
    element.fileContract.validProofOutputs.forEach((output, i) =>
      effects.createImmatureCoin(contractPayoutId(parentId, true, i), output)
    );
  }
  applyFoundationUpdates(effects, txn);
}

/** The fork activates by the tip's height here, so one block later than in validation. */
function applyFoundationUpdates(effects: BlockEffects, txn: Transaction): void {
  if (effects.state.index.height < effects.network.hardforkFoundation.height) return;
  for (const data of txn.arbitraryData) {
    const update = isFoundationUpdate(data) ? decodeFoundationUpdate(data) : undefined;
    if (update === undefined) continue;
    effects.foundationSubsidyAddress = update.subsidyAddress;
    effects.foundationManagementAddress = update.managementAddress;
  }
}

/** Payouts to the renter and host for a resolution. */
function finalOutputs(contract: V2FileContract, resolution: V2Resolution): { renter: CoinOutput; host: CoinOutput } {
  switch (resolution.type) {
    case 'renewal':
      return { renter: resolution.renewal.finalRenterOutput, host: resolution.renewal.finalHostOutput };
    case 'storageProof':
      return { renter: contract.renterOutput, host: contract.hostOutput };
    case 'expiration':
      return {
        renter: contract.renterOutput,
        host: { value: contract.missedHostValue, address: contract.hostOutput.address }
      };
  }
}

/** Applies a V2 transaction that is valid on top of the effects. */
export function applyV2Transaction(effects: BlockEffects, txn: V2Transaction): void {
  const id = v2TransactionId(txn);
  for (const { parent } of txn.coinInputs) effects.spendCoin(parent, id);
  const created = v2CoinOutputIds(txn);
  txn.coinOutputs.forEach((output, i) => effects.createCoin(created[i]!, output));
  for (const { parent, claimAddress } of txn.fundInputs) {
    effects.spendFund(parent, id);
    const value = claimValue(effects.taxRevenue, parent.claimStart, parent.output.value);
    effects.createImmatureCoin(v2ClaimOutputId(parent.id), { value, address: claimAddress });
  }
  txn.fundOutputs.forEach((output, i) => effects.createFund(v2FundOutputId(id, i), output));
  txn.fileContracts.forEach((contract, i) => effects.createV2FileContract(v2FileContractId(id, i), contract));
  for (const { parent, revision } of txn.fileContractRevisions) effects.reviseV2FileContract(parent, revision);
  for (const { parent, resolution } of txn.fileContractResolutions) {
    effects.resolveV2FileContract(parent, resolution, id);
    if (resolution.type === 'renewal') {
      effects.createV2FileContract(v2RenewalId(parent.id), resolution.renewal.newContract);
    }
    const { renter, host } = finalOutputs(parent.fileContract, resolution);
    effects.createImmatureCoin(v2ContractOutputId(parent.id, 'renter'), renter);
    effects.createImmatureCoin(v2ContractOutputId(parent.id, 'host'), host);
  }
  txn.attestations.forEach((attestation, i) => {
    const stateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };
    effects.attestations.push({ stateElement, id: v2AttestationId(id, i), attestation });
  });
  const address = txn.newFoundationAddress;
  if (address === undefined) return;
  effects.foundationSubsidyAddress = address;
  // The void address waives the subsidy; the management address can restore it.
  if (address !== VOID_ADDRESS) effects.foundationManagementAddress = address;
}
