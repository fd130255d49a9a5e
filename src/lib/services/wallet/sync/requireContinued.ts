import { RestlessChainError, UnbackedTipError } from '$lib/api/wallet-server/unsuitableServer';
import type { ChainState } from '$lib/chain/block/state';
import { differingField } from '$lib/consensus/light/lightChain';
import { emptyCache } from '$lib/wallet/sync/cache';
import { wholeState, type TipState } from '../records';
import { carryOutputs, type CarryDeps } from './carryOutputs';

/**
 * Requires that a server's blocks lead from the wallet's own block to the one at which addresses were read: the work of
 * that block alone would be little, and its state, with any outputs, invented. Yields the states of verified blocks on
 * the way, from which it can be continued: months of blocks take a while.
 * @throws {FeedError | UnknownBlockError | UnbackedTipError} they do not
 * @throws {RestlessChainError} the block was replaced in the meantime
 */
export async function* requireContinued(
  deps: Omit<CarryDeps, 'own'>,
  from: TipState,
  read: ChainState
): AsyncGenerator<TipState, void> {
  // From an earlier version, and unverified.
  if (wholeState(from) === undefined) return;
  const carrying = carryOutputs({ ...deps, own: new Set() }, { cache: emptyCache(from), state: from }, read.index);
  let carried = await carrying.next();
  for (; !carried.done; carried = await carrying.next()) yield carried.value.state;
  if (carried.value === undefined) throw new RestlessChainError();
  const there = wholeState(carried.value.state);
  if (there === undefined || differingField(there, read) !== undefined) throw new UnbackedTipError(read.index);
}
