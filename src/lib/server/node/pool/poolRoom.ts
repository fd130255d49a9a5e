import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { elementsOf } from '$lib/mining/work/selectTransactions';
import { MINIMUM_FEE } from './fees';
import { feeOf, totalSize, type PoolEntry } from './poolEntry';

/*
 * Transactions without fees cost their sender nothing, yet the whole pool is revalidated on each change of the tip. As
 * long as the pool fits into the next block, it accepts them like any other; beyond that, transactions must pay.
 */

/** At ten full blocks the worst-paying transactions are dropped, down to seven and a half, as the reference does. */
export const MAX_POOL_SIZE = 10 * MAX_BLOCK_WEIGHT;
const TRIMMED_POOL_SIZE = 0.75 * MAX_POOL_SIZE;
/**
 * Per unit of size: beyond one full block, a new set must pay this; beyond seven and a half, this much more than the
 * worst-paying entry. Otherwise a flood would be relayed and dropped forever.
 */
const FEE_STEP = MINIMUM_FEE / 10n;

/** Compares fees per unit of size, which is what the pool is short of, without rounding. */
const paysMore = (a: PoolEntry, b: PoolEntry): boolean => feeOf(a) * BigInt(b.size) > feeOf(b) * BigInt(a.size);

/**
 * Whether the pool has room for a set, whose transactions pay for each other.
 * @param waiting the whole pool @param poolSize its {@link totalSize}
 */
export function hasRoomFor(set: readonly PoolEntry[], waiting: readonly PoolEntry[], poolSize: number): boolean {
  const setSize = totalSize(set);
  const [first] = waiting;
  if (setSize <= MAX_BLOCK_WEIGHT && (first === undefined || poolSize < MAX_BLOCK_WEIGHT)) return true;
  const fee = set.reduce((sum, entry) => sum + feeOf(entry), 0n);
  // The fee beyond the minimum for a pool of this size.
  const extra = fee - FEE_STEP * BigInt(setSize);
  if (first === undefined || extra < 0n || poolSize < TRIMMED_POOL_SIZE) return extra >= 0n;
  const worst = waiting.reduce((least, entry) => (paysMore(least, entry) ? entry : least), first);
  if (extra * BigInt(worst.size) < feeOf(worst) * BigInt(setSize)) return false;
  // A transaction that pays too little on its own, or spends from one that does, would be dropped at once, after the
  // whole pool was validated again.
  const kept = new Set(worthKeeping([...waiting, ...set], poolSize + setSize));
  return set.every((entry) => kept.has(entry));
}

/**
 * The best-paying entries of a full pool, in pool order, without those that depend on dropped ones; all entries of a
 * pool that is not full.
 */
export function worthKeeping(entries: readonly PoolEntry[], poolSize: number): readonly PoolEntry[] {
  if (poolSize < MAX_POOL_SIZE) return entries;
  const byRate = entries.toSorted((a, b) => (paysMore(a, b) ? -1 : paysMore(b, a) ? 1 : 0));
  const best = new Set<PoolEntry>();
  let size = 0;
  for (const entry of byRate) {
    size += entry.size;
    if (size >= TRIMMED_POOL_SIZE) break;
    best.add(entry);
  }
  const dropped = new Set<string>();
  return entries.filter((entry) => {
    const { uses, creates } = elementsOf(entry);
    if (best.has(entry) && !uses.some((id) => dropped.has(id))) return true;
    for (const id of creates) dropped.add(id);
    return false;
  });
}
