import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import type { Block } from '$lib/chain/block/block';
import type { ChainIndex } from '$lib/chain/element/elements';
import { hasPlausibleWork } from '$lib/chain/network/publicNetworks';
import type { Network } from '$lib/chain/network/network';
import { blockTax } from '$lib/consensus/contractTax';
import { ConsensusError } from '$lib/consensus/errors';
import { LightError } from '$lib/consensus/light/errors';
import { commitsTo, requireNextState } from '$lib/consensus/light/lightChain';
import { FeedError, type FeedFault } from '$lib/wallet/errors';
import { wholeState, type TipState } from '../records';

/**
 * Checks a feed against its blocks: the header of a V2 block must commit to its transactions and to the state before
 * it, the last block must lead to the state after it, to which no header commits yet, and the revenue of the fund units
 * must grow by the tax of its contracts. A wallet's height, timestamps, accumulator and claims are thus backed by proof
 * of work.
 * @param from the state at the wallet's block
 * @throws {FeedError}
 */
export function requireCommittedFeed(network: Network, from: TipState, { reverted, applied }: ChainUpdates): void {
  let parent: TipState = from;
  for (const { block, state } of reverted) {
    requireStep(network, state, block, parent);
    parent = state;
  }
  for (const entry of applied) {
    requireStep(network, parent, entry.block, entry.state);
    if (entry === applied.at(-1)) requireLastState(network, parent, entry);
    parent = entry.state;
  }
}

function requireLastState(network: Network, before: TipState, last: ChainUpdates['applied'][number]): void {
  const whole = wholeState(before);
  if (whole === undefined) return;
  try {
    requireNextState(network, whole, last);
  } catch (error) {
    const isLie = error instanceof ConsensusError || error instanceof LightError;
    throw isLie ? new FeedError('wrong-state', last.state.index, { cause: error }) : error;
  }
}

/** @param after the state after the block, as far as known */
function requireStep(network: Network, before: TipState, block: Block, after: TipState): void {
  const { index } = after;
  const whole = wholeState(before);
  if (block.v2 !== undefined) {
    requireFeed(whole === undefined || commitsTo(block, whole), 'wrong-commitment', index);
    requireFeed(hasPlausibleWork(network, index.id), 'too-little-work', index);
  }
  const revenue = before.fundTaxRevenue + blockTax(network, before, block);
  requireFeed(after.fundTaxRevenue === revenue, 'wrong-revenue', index);
}

function requireFeed(holds: boolean, fault: FeedFault, at: ChainIndex): void {
  if (!holds) throw new FeedError(fault, at);
}
