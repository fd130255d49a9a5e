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

const measuredV2 = (txn: V2Transaction) => measured(v2TransactionWeight(txn), signatureCount(txn));

export const v2Entry = (txn: V2Transaction): PoolEntry => ({
  version: 2,
  id: v2TransactionId(txn),
  ...measuredV2(txn),
  txn
});

/** The size of their entries, without their ids: these take far longer. */
export const v2SetSize = (transactions: readonly V2Transaction[]): number =>
  transactions.reduce((sum, txn) => sum + measuredV2(txn).size, 0);

/** Size of the entries that are hashed in one step. */
const HASHED_AT_ONCE = MAX_BLOCK_WEIGHT / 2;

/** Entries of the transactions, each id once. Yields between its steps, of which the usual sets have one. */
export function* entriesInSteps(
  transactions: readonly Transaction[],
  v2transactions: readonly V2Transaction[]
): Generator<void, PoolEntry[]> {
  const entries = new Map<TransactionId, PoolEntry>();
  let size = 0;
  function* add(entry: PoolEntry): Generator<void, void> {
    if (!entries.has(entry.id)) entries.set(entry.id, entry);
    size += entry.size;
    if (size < HASHED_AT_ONCE) return;
    yield;
    size = 0;
  }
  for (const txn of transactions) yield* add(v1Entry(txn));
  for (const txn of v2transactions) yield* add(v2Entry(txn));
  return [...entries.values()];
}

export const feeOf = (entry: PoolEntry): bigint =>
  entry.version === 1 ? entry.txn.minerFees.reduce((sum: bigint, fee) => sum + fee, 0n) : entry.txn.minerFee;

export const totalWeight = (entries: readonly PoolEntry[]): number =>
  entries.reduce((sum, { weight }) => sum + weight, 0);

export const totalSize = (entries: readonly PoolEntry[]): number => entries.reduce((sum, { size }) => sum + size, 0);

export const inBlockOrder = (entries: readonly PoolEntry[]): PoolEntry[] =>
  entries.toSorted((a, b) => a.version - b.version);

/** Entries of the block's transactions that pay a fee. */
export const feePaying = ({ transactions, v2 }: Block): PoolEntry[] =>
  [...transactions.map(v1Entry), ...(v2?.transactions ?? []).map(v2Entry)].filter((entry) => feeOf(entry) > 0n);
