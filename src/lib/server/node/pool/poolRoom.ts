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
  if (extra < 0n) return false;
  const worst = poolSize < TRIMMED_POOL_SIZE ? undefined : worstOf(waiting);
  if (worst !== undefined && extra * BigInt(worst.size) < feeOf(worst) * BigInt(setSize)) return false;
  // Otherwise the set would be dropped at once, or a part of it, after the whole pool was validated again.
  return poolSize + setSize < MAX_POOL_SIZE || wouldKeep(set, setSize, ranked(waiting));
}

/** Whether a full pool would keep the whole set and what it depends on, of which the set itself displaces some. */
function wouldKeep(
  set: readonly PoolEntry[],
  setSize: number,
  { byRate, sizeUpTo, sizeNeeded, lastUsers }: Ranked
): boolean {
  const room = TRIMMED_POOL_SIZE - setSize;
  const least = set.reduce((worst, entry) => (paysMore(worst, entry) ? entry : worst));
  // The pool's entries that pay as much, or more, come before it.
  let [from, to] = [0, byRate.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (paysMore(least, byRate[middle]!)) to = middle;
    else from = middle + 1;
  }
  if (from > 0 && sizeUpTo.get(byRate[from - 1]!)! >= room) return false;
  return set.every((entry) =>
    elementsOf(entry).uses.every((id) => {
      const parent = lastUsers.get(id);
      return parent === undefined || sizeNeeded.get(parent)! < room;
    })
  );
}

/**
 * The best-paying entries of a full pool, in pool order, without those that depend on dropped ones; all entries of a
 * pool that is not full.
 */
export function worthKeeping(entries: readonly PoolEntry[], poolSize: number): readonly PoolEntry[] {
  if (poolSize < MAX_POOL_SIZE) return entries;
  const { sizeNeeded } = ranked(entries);
  return entries.filter((entry) => sizeNeeded.get(entry)! < TRIMMED_POOL_SIZE);
}

interface Ranked {
  /** Best-paying first. */
  readonly byRate: readonly PoolEntry[];
  /** Total size of the entries up to this one in that order. */
  readonly sizeUpTo: ReadonlyMap<PoolEntry, number>;
  /** The same, or more if the entry depends on one that pays less. */
  readonly sizeNeeded: ReadonlyMap<PoolEntry, number>;
  /** The last entry that created or used an output or contract: the next one to use it depends on that entry. */
  readonly lastUsers: ReadonlyMap<string, PoolEntry>;
}

/** Memoized: anyone can offer any number of sets to a pool that is nearly full, and sorting it takes long. */
const ranked = memoize((entries: readonly PoolEntry[]): Ranked => {
  const byRate = entries.toSorted((a, b) => Number(feeOf(b) * BigInt(a.size) - feeOf(a) * BigInt(b.size)));
  const sizeUpTo = new Map<PoolEntry, number>();
  let size = 0;
  for (const entry of byRate) sizeUpTo.set(entry, (size += entry.size));
  const sizeNeeded = new Map<PoolEntry, number>();
  const lastUsers = new Map<string, PoolEntry>();
  for (const entry of entries) {
    const { uses, creates } = elementsOf(entry);
    let needed = sizeUpTo.get(entry)!;
    for (const id of uses) needed = Math.max(needed, sizeNeeded.get(lastUsers.get(id)!) ?? 0);
    sizeNeeded.set(entry, needed);
    for (const id of uses) lastUsers.set(id, entry);
    for (const id of creates) lastUsers.set(id, entry);
  }
  return { byRate, sizeUpTo, sizeNeeded, lastUsers };
});
