import type { Block } from '$lib/chain/block/block';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import type { BlockId } from '$lib/chain/ids';
import { memoize } from '$lib/chain/memoize';
import type { Height } from '$lib/chain/time';
import { RecencyCache } from '../store/recencyCache';
import type { ChainStore } from '../store/store';

/** Minimum recommended fee per unit of weight. */
export const MINIMUM_FEE = 10n ** 19n;
/** Number of recent blocks considered. */
const FEE_WINDOW_BLOCKS = 10;

// The fee paid by the cheapest quarter of a full block. A total, not a rate, as the reference implementation computes
// it.
const QUARTER_BLOCK = MAX_BLOCK_WEIGHT / 4;

/** The fee of the cheapest quarter of a block; 0 if more than that is free. */
export function quarterFee(block: Block): bigint {
  const paid = [
    ...block.transactions.map((txn) => ({
      fee: txn.minerFees.reduce((sum: bigint, fee) => sum + fee, 0n),
      weight: transactionWeight(txn)
    })),
    ...(block.v2?.transactions ?? []).map((txn) => ({ fee: txn.minerFee as bigint, weight: v2TransactionWeight(txn) }))
  ].sort((a, b) => Number(a.fee - b.fee));
  const used = paid.reduce((sum, { weight }) => sum + weight, 0);
  let weight = MAX_BLOCK_WEIGHT - used;
  if (weight > QUARTER_BLOCK) return 0n;
  for (const entry of paid) {
    weight += entry.weight;
    if (weight > QUARTER_BLOCK) return entry.fee;
  }
  return 0n;
}

function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => Number(a - b));
  return sorted[Math.floor(sorted.length / 2)] ?? 0n;
}

/** Grows with the cube of the pool weight: at three million units a hundred times the minimum. */
function poolFee(poolWeight: number): bigint {
  const weight = BigInt(poolWeight + 10_000);
  const scale = 3_000_000n;
  // The order matters: every division rounds down.
  let fee = 10n ** 21n;
  for (let i = 0; i < 3; i++) fee = (fee * weight) / scale;
  return fee;
}

/**
 * Recommended fee, in hastings per unit of weight.
 * @param quarterFees of the newest {@link FEE_WINDOW_BLOCKS} blocks
 */
export function recommendedFee(quarterFees: readonly bigint[], poolWeight: number): Hastings {
  const candidates = [median(quarterFees), poolFee(poolWeight), MINIMUM_FEE];
  return hastings(candidates.reduce((highest, fee) => (fee > highest ? fee : highest)));
}

/** The {@link quarterFee} of recent blocks: reading a full block takes far longer than any request for the fee. */
const recentFees = memoize((_store: ChainStore) => new RecencyCache<BlockId, bigint>(2 * FEE_WINDOW_BLOCKS));

/** Undefined if the block is not stored: there is none below genesis, or below the checkpoint that a chain begins with. */
function feeAt(store: ChainStore, height: Height): bigint | undefined {
  const id = store.blocks.bestAt(height);
  if (id === undefined) return undefined;
  const known = recentFees(store).get(id);
  if (known !== undefined) return known;
  const block = store.block(id)?.block;
  if (block === undefined) return undefined;
  const fee = quarterFee(block);
  recentFees(store).set(id, fee);
  return fee;
}

/** Recommended fee at the tip. */
export function currentFee(store: ChainStore, tip: ChainIndex, poolWeight: number): Hastings {
  const heights = Array.from({ length: FEE_WINDOW_BLOCKS }, (_, i) => tip.height - i);
  const fees = heights.flatMap((height) => feeAt(store, height) ?? []);
  return recommendedFee(fees, poolWeight);
}
