import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { memoize } from '$lib/chain/memoize';
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

/** The worst-paying entry. Memoized: anyone can offer any number of sets that pay less. */
const worstOf = memoize((waiting: readonly PoolEntry[]): PoolEntry | undefined => {
  const [first, ...others] = waiting;
  return first && others.reduce((least, entry) => (paysMore(least, entry) ? entry : least), first);
});

/**
 * Whether the pool has room for a set, whose transactions pay for each other.
 * @param waiting the whole pool, in an array that never changes @param poolSize its {@link totalSize}
 */
export function hasRoomFor(set: readonly PoolEntry[], waiting: readonly PoolEntry[], poolSize: number): boolean {
  const setSize = totalSize(set);
  if (setSize <= MAX_BLOCK_WEIGHT && (waiting.length === 0 || poolSize < MAX_BLOCK_WEIGHT)) return true;
  const fee = set.reduce((sum, entry) => sum + feeOf(entry), 0n);
  // The fee beyond the minimum for a pool of this size.
  const extra = fee - FEE_STEP * BigInt(setSize);
  if (extra < 0n || poolSize < TRIMMED_POOL_SIZE) return extra >= 0n;
  const worst = worstOf(waiting);
  if (worst === undefined) return true;
  if (extra * BigInt(worst.size) < feeOf(worst) * BigInt(setSize)) return false;
  // A transaction that pays too little on its own, or spends from one that does, would be dropped at once, after the
  // whole pool was validated again.
  if (poolSize + setSize < MAX_POOL_SIZE) return true;
  const { firstDropped, dropped } = trimmed(waiting);
  // With the set, the pool drops no less than without it.
  const isDropped = (entry: PoolEntry): boolean =>
    (firstDropped !== undefined && !paysMore(entry, firstDropped)) ||
    elementsOf(entry).uses.some((id) => dropped.has(id));
  if (set.some(isDropped)) return false;
  const kept = new Set(trimmed([...waiting, ...set]).kept);
  return set.every((entry) => kept.has(entry));
}

/**
 * The best-paying entries of a full pool, in pool order, without those that depend on dropped ones; all entries of a
 * pool that is not full.
 */
export const worthKeeping = (entries: readonly PoolEntry[], poolSize: number): readonly PoolEntry[] =>
  poolSize < MAX_POOL_SIZE ? entries : trimmed(entries).kept;

/** A pool without what it drops when it is full: the best-paying entry that it drops, and what dropped ones create. */
const trimmed = memoize((entries: readonly PoolEntry[]) => {
  const byRate = entries.toSorted((a, b) => (paysMore(a, b) ? -1 : paysMore(b, a) ? 1 : 0));
  const best = new Set<PoolEntry>();
  let size = 0;
  for (const entry of byRate) {
    size += entry.size;
    if (size >= TRIMMED_POOL_SIZE) break;
    best.add(entry);
  }
  const dropped = new Set<string>();
  const kept = entries.filter((entry) => {
    const { uses, creates } = elementsOf(entry);
    if (best.has(entry) && !uses.some((id) => dropped.has(id))) return true;
    for (const id of creates) dropped.add(id);
    return false;
  });
  return { kept, dropped, firstDropped: byRate[best.size] };
});
