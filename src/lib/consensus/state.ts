import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { type Target, invert, MAX_TARGET } from '$lib/chain/target';
import { hastings } from '$lib/chain/currency/currency';
import { PRE_GENESIS_HEIGHT, type Height } from '$lib/chain/time';

/** The state before the genesis block: height -1, no elements, no time passed. */
export const genesisState = (network: Network): ChainState => ({
  index: { height: PRE_GENESIS_HEIGHT, id: ZERO_BLOCK_ID },
  prevTimestamps: [],
  depth: MAX_TARGET,
  childTarget: network.initialTarget,
  fundTaxRevenue: hastings(0n),
  oakTime: 0n,
  oakTarget: MAX_TARGET,
  foundationSubsidyAddress: network.hardforkFoundation.primaryAddress,
  foundationManagementAddress: network.hardforkFoundation.failsafeAddress,
  totalWork: 1n,
  difficulty: invert(network.initialTarget),
  oakWork: 1n,
  elements: { numLeaves: 0n, trees: [] },
  attestations: 0n
});

/** Height of the next block, which most rules refer to. */
export const childHeight = (state: Pick<ChainState, 'index'>): Height => state.index.height + 1;

// The reference implementation measures durations in 64-bit nanoseconds, at most 292 years.
const MAX_DURATION_SECONDS = 2 ** 63 / 1e9;

/**
 * Median of up to 11 most recent timestamps, and the minimum timestamp of a child. Unix seconds; half-integral when the
 * count is even and the two middle timestamps differ by an odd number.
 */
export function medianTimestamp(state: Pick<ChainState, 'prevTimestamps'>): number {
  const sorted = state.prevTimestamps.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const right = sorted[middle] ?? 0;
  if (sorted.length % 2 !== 0) return right;
  const left = sorted[middle - 1] ?? right;
  return left + Math.min(right - left, MAX_DURATION_SECONDS) / 2;
}

/** Proof-of-work target of a child. From the final cut on, `childTarget` is zero and the difficulty applies. */
export const childPowTarget = (network: Network, state: ChainState): Target =>
  childHeight(state) < network.hardforkV2.finalCutHeight ? state.childTarget : invert(state.difficulty);

/**
 * Whether a chain that ends in `challenger` replaces one that ends in `tip`: it must be ahead by more than a fifth of a
 * block, so that nodes do not flip between two chains of nearly equal work.
 */
export const isSufficientlyHeavier = (
  challenger: Pick<ChainState, 'totalWork'>,
  tip: Pick<ChainState, 'totalWork' | 'difficulty'>
): boolean => challenger.totalWork > tip.totalWork + tip.difficulty / 5n;
