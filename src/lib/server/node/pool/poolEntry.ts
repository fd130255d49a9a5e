import type { TransactionId } from '$lib/chain/ids';
import type { Block } from '$lib/chain/block/block';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { signatureCount } from './signatureCount';

/** A V1 or V2 transaction in the pool. */
export type PoolEntry = {
  readonly id: TransactionId;
  readonly weight: number;
  /** What it counts for in the pool's limits: a weight can be far below the cost of validation. */
  readonly size: number;
} & ({ readonly version: 1; readonly txn: Transaction } | { readonly version: 2; readonly txn: V2Transaction });

/** About the weight of the smallest payment. */
const MIN_SIZE = 250;
/**
 * Maximum length of a set: as many of the smallest transactions as fit into a block. Longer ones are refused unread,
 * because the ids of their transactions alone take seconds.
 */
export const MAX_SET_LENGTH = MAX_BLOCK_WEIGHT / MIN_SIZE;
/** Less than the weight of an input; a full pool has as many signatures as there are cached results. */
const SIGNATURE_SIZE = 200;

const measured = (weight: number, signatures: number) => ({
  weight,
  size: Math.max(weight, MIN_SIZE, SIGNATURE_SIZE * signatures)
});

export const v1Entry = (txn: Transaction): PoolEntry => ({
  version: 1,
  id: transactionId(txn),
  ...measured(transactionWeight(txn), txn.signatures.length),
  txn
});

export const v2Entry = (txn: V2Transaction): PoolEntry => ({
  version: 2,
  id: v2TransactionId(txn),
  ...measured(v2TransactionWeight(txn), signatureCount(txn)),
  txn
});

export const feeOf = (entry: PoolEntry): bigint =>
  entry.version === 1 ? entry.txn.minerFees.reduce((sum: bigint, fee) => sum + fee, 0n) : entry.txn.minerFee;

export const totalWeight = (entries: readonly PoolEntry[]): number =>
  entries.reduce((sum, { weight }) => sum + weight, 0);

export const totalSize = (entries: readonly PoolEntry[]): number => entries.reduce((sum, { size }) => sum + size, 0);

/** The first entry with each id. */
export function distinct(entries: readonly PoolEntry[]): PoolEntry[] {
  const ids = new Set<TransactionId>();
  return entries.filter(({ id }) => ids.size < ids.add(id).size);
}

export const inBlockOrder = (entries: readonly PoolEntry[]): PoolEntry[] =>
  entries.toSorted((a, b) => a.version - b.version);

/** Entries of the block's transactions that pay a fee. */
export const feePaying = ({ transactions, v2 }: Block): PoolEntry[] =>
  [...transactions.map(v1Entry), ...(v2?.transactions ?? []).map(v2Entry)].filter((entry) => feeOf(entry) > 0n);
