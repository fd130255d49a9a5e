import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import { runAtOnce } from '$lib/async/stepQueue';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { v2CommitmentInSteps } from '$lib/chain/block/commitmentInSteps';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import type { ChainState } from '$lib/chain/block/state';
import { weightInSteps } from '$lib/chain/block/weightInSteps';
import type { ChainIndex } from '$lib/chain/element/elements';
import { hasPlausibleWork } from '$lib/chain/network/publicNetworks';
import type { Network } from '$lib/chain/network/network';
import { applyHeader } from '$lib/consensus/apply/applyBlock';
import { blockTax } from '$lib/consensus/contractTax';
import { ConsensusError } from '$lib/consensus/errors';
import { LightError } from '$lib/consensus/light/errors';
import { requireNextState, type LightEntry } from '$lib/consensus/light/lightChain';
import { childHeight } from '$lib/consensus/state';
import { validateHeader } from '$lib/consensus/validate/validateHeader';
import { FeedError, type FeedFault } from '$lib/wallet/errors';
import { wholeState, type TipState } from '../records';

/**
 * Checks a feed against its blocks: each must have the work that its difficulty demands; the header of a V2 block must
 * commit to its transactions and to the state before it; blocks must lead to the states that no header commits to: the
 * last one, and those before V1 blocks, also if these are reverted; and the revenue of the fund units must grow by the
 * tax of its contracts. A wallet's height, timestamps, accumulator and claims are thus backed by proof of work.
 * @param from the state at the wallet's block
 * @throws {FeedError}
 */
export const requireCommittedFeed = (network: Network, from: TipState, feed: ChainUpdates): void =>
  runAtOnce(requireCommittedFeedInSteps(network, from, feed));

/** {@link requireCommittedFeed}. Yields between its steps: the blocks of a response take seconds to hash. */
export function* requireCommittedFeedInSteps(
  network: Network,
  from: TipState,
  { reverted, applied }: ChainUpdates
): Generator<void, void> {
  let parent: TipState = from;
  for (const { block, state, update } of reverted) {
    yield;
    yield* requireStep(network, state, block, parent);
    const after = wholeState(parent);
    // Only a V2 block commits to the state before it.
    if (block.v2 === undefined && after) requireState(network, state, { block, state: after, update });
    parent = state;
  }
  let headers = wholeState(parent);
  for (const [i, entry] of applied.entries()) {
    yield;
    yield* requireStep(network, parent, entry.block, entry.state);
    headers = headers && nextHeader(network, headers, entry);
    // No header commits to the state after it: there is none yet, or that of a V1 block.
    if (applied[i + 1]?.block.v2 === undefined) requireState(network, parent, entry);
    parent = entry.state;
  }
}

type Applied = ChainUpdates['applied'][number];

/**
 * Requires the work that the block's difficulty demands, which the states that the server reports may understate.
 * @returns the state after its header
 */
function nextHeader(network: Network, before: ChainState, { block, state }: Applied): ChainState | undefined {
  // The rules before this fork need a thousand timestamps.
  if (childHeight(before) <= network.hardforkOak.height) return wholeState(state);
  const header = blockHeaderOf(block);
  return asFeedError(state.index, () => {
    validateHeader(network, before, header);
    return applyHeader(network, before, header);
  });
}

function requireState(network: Network, before: TipState, entry: LightEntry): void {
  const whole = wholeState(before);
  if (whole === undefined) return;
  asFeedError(entry.state.index, () => requireNextState(network, whole, entry));
}

function asFeedError<T>(at: ChainIndex, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ConsensusError || error instanceof LightError)) throw error;
    const fault = error.code === 'header/insufficient-work' ? 'too-little-work' : 'wrong-state';
    throw new FeedError(fault, at, { cause: error });
  }
}

/** @param after the state after the block, as far as known */
function* requireStep(network: Network, before: TipState, block: Block, after: TipState): Generator<void, void> {
  const { index } = after;
  const whole = wholeState(before);
  requireFeed(whole === undefined || (yield* isCommittedTo(block, whole)), 'wrong-commitment', index);
  requireFeed(hasPlausibleWork(network, index), 'too-little-work', index);
  const revenue = before.fundTaxRevenue + blockTax(network, before, block);
  requireFeed(after.fundTaxRevenue === revenue, 'wrong-revenue', index);
}

/**
 * Whether a V2 block commits to the state before it; V1 blocks commit to none. Their transactions are hashed, too: the id
 * needs it. Yields between its steps.
 */
export function* isCommittedTo(
  { minerPayouts, transactions, v2 }: Block,
  before: ChainState
): Generator<void, boolean> {
  const [payout] = minerPayouts;
  // No block commits to heavier ones, which take far longer to hash.
  if ((yield* weightInSteps(transactions, v2?.transactions ?? [])) > MAX_BLOCK_WEIGHT) return false;
  const address = payout?.address ?? VOID_ADDRESS;
  const commitment = yield* v2CommitmentInSteps(before, address, transactions, v2?.transactions ?? []);
  return v2 === undefined || (payout !== undefined && v2.commitment === commitment);
}

function requireFeed(holds: boolean, fault: FeedFault, at: ChainIndex): void {
  if (!holds) throw new FeedError(fault, at);
}
