import type { Address } from '$lib/chain/address';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { spentIds } from '$lib/wallet/transfer/transfer';
import type { SendRow } from './records';

/**
 * Compares sent transactions with those of a pool or block. V2 signatures and ids do not cover claim addresses, so a
 * server that relays a fund transaction can redirect its claim. A finding from a block is replaced only by another
 * block, because a pool is whatever the server reports.
 * @returns the rows whose finding changed
 */
export function checkClaims(
  sends: readonly SendRow[],
  transactions: readonly V2Transaction[],
  isConfirmed: boolean
): SendRow[] {
  const rowOf = new Map(sends.map((row) => [row.id, row]));
  if (rowOf.size === 0) return [];
  // A server can list hundreds of thousands of others, whose ids take long.
  const spent = new Set<string>(sends.flatMap(({ transfer }) => [...spentIds(transfer)]));
  return transactions.flatMap((txn): SendRow[] => {
    const isOurs = txn.fundInputs.some(({ parent }) => spent.has(parent.id));
    const row = isOurs ? rowOf.get(v2TransactionId(txn)) : undefined;
    if (row === undefined || (row.claimSwap?.isConfirmed && !isConfirmed)) return [];
    const address = swappedAddress(row, txn);
    if (address === row.claimSwap?.address && (address === undefined || isConfirmed === row.claimSwap?.isConfirmed)) {
      return [];
    }
    return [{ ...row, claimSwap: address && { address, isConfirmed } }];
  });
}

function swappedAddress({ transfer }: SendRow, { fundInputs }: V2Transaction): Address | undefined {
  const sent = transfer.transaction.fundInputs;
  return fundInputs.find(({ claimAddress }, i) => claimAddress !== sent[i]?.claimAddress)?.claimAddress;
}
