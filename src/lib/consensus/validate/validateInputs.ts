import type { Address } from '$lib/chain/address';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { formatAmount, totalValue } from '../amounts';
import { reject } from '../errors';
import type { TransactionSupplement } from '../apply/supplement';
import type { ValidationContext } from './validationContext';

/**
 * Validates the coin inputs of a V1 transaction: each must be unlocked, unspent, existing and mature, and their sum
 * must equal that of the outputs.
 * @throws {ConsensusError}
 */
export function validateCoins(
  { effects }: ValidationContext,
  txn: Transaction,
  supplement: TransactionSupplement
): void {
  const height = BigInt(effects.height);
  let inputs = 0n;
  txn.coinInputs.forEach(({ parentId, unlockConditions }, i) => {
    if (unlockConditions.timelock > height) reject('txn/timelocked', `coin input ${i} has timelocked parent`);
    const spentIn = effects.spentIn(parentId);
    if (spentIn !== undefined) {
      reject('txn/double-spend', `coin input ${i} double-spends parent output (previously spent in ${spentIn})`);
    }
    const parent = effects.coinElement(supplement, parentId);
    if (parent === undefined) {
      return reject('txn/unknown-parent', `coin input ${i} spends nonexistent coin output ${parentId}`);
    }
    if (unlockHash(unlockConditions) !== parent.output.address) {
      reject(
        'txn/wrong-unlock-conditions',
        `coin input ${i} claims incorrect unlock conditions for coin output ${parentId}`
      );
    }
    if (parent.maturityHeight > height) reject('txn/immature', `coin input ${i} has immature parent`);
    inputs += parent.output.value;
  });
  let outputs = totalValue(txn.coinOutputs);
  for (const { payout } of txn.fileContracts) outputs += payout;
  for (const fee of txn.minerFees) outputs += fee;
  if (inputs !== outputs) {
    reject(
      'txn/unbalanced-coins',
      `coin inputs (${formatAmount(inputs)}) do not equal outputs (${formatAmount(outputs)})`
    );
  }
}

/**
 * Validates the fund inputs of a V1 transaction. Units at the old developer address may be spent by the new one.
 * @throws {ConsensusError}
 */
export function validateFunds(
  { effects }: ValidationContext,
  txn: Transaction,
  supplement: TransactionSupplement
): void {
  const { oldAddress, newAddress, height: devAddressHeight } = effects.network.hardforkDevAddr;
  const mayUnlock = (claimed: Address, owner: Address): boolean =>
    claimed === owner || (effects.height >= devAddressHeight && owner === oldAddress && claimed === newAddress);
  let inputs = 0n;
  txn.fundInputs.forEach(({ parentId, unlockConditions }, i) => {
    if (unlockConditions.timelock > BigInt(effects.height)) {
      reject('txn/timelocked', `fund input ${i} has timelocked parent`);
    }
    const spentIn = effects.spentIn(parentId);
    if (spentIn !== undefined) {
      reject('txn/double-spend', `fund input ${i} double-spends parent output (previously spent in ${spentIn})`);
    }
    const parent = effects.fundElement(supplement, parentId);
    if (parent === undefined) {
      return reject('txn/unknown-parent', `fund input ${i} spends nonexistent fund output ${parentId}`);
    }
    if (!mayUnlock(unlockHash(unlockConditions), parent.output.address)) {
      reject(
        'txn/wrong-unlock-conditions',
        `fund input ${i} claims incorrect unlock conditions for fund output ${parentId}`
      );
    }
    inputs += parent.output.value;
  });
  const outputs = totalValue(txn.fundOutputs);
  if (inputs !== outputs) {
    reject('txn/unbalanced-funds', `fund inputs (${inputs}) do not equal outputs (${outputs})`);
  }
}
