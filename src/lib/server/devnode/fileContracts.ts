import type { Block } from '$lib/chain/block';
import type { Transaction } from '$lib/chain/transaction';
import type { V2Transaction } from '$lib/chain/v2transaction';

/** Whether the V1 transaction forms, revises or ends a storage contract. */
export const touchesContracts = (txn: Transaction): boolean =>
  txn.fileContracts.length + txn.fileContractRevisions.length + txn.storageProofs.length > 0;

/** Whether the V2 transaction forms, revises or ends a storage contract. */
export const touchesV2Contracts = (txn: V2Transaction): boolean =>
  txn.fileContracts.length + txn.fileContractRevisions.length + txn.fileContractResolutions.length > 0;

/** Whether any transaction of the block does. */
export const blockTouchesContracts = ({ transactions, v2 }: Block): boolean =>
  transactions.some(touchesContracts) || (v2?.transactions.some(touchesV2Contracts) ?? false);
