import { RestlessChainError, UnbackedTipError } from '$lib/api/wallet-server/unsuitableServer';
import { differingField } from '$lib/consensus/light/lightChain';
import { emptyCache } from '$lib/wallet/sync/cache';
import { wholeState, type TipState } from '../records';
import { carryOutputs, type CarryDeps } from './carryOutputs';
import type { FirstSync } from './firstSync';

/**
 * Requires that a server's blocks lead from the wallet's own block to the one at which addresses were read again: the
 * work of that block alone would be little, and its state, with any outputs, invented.
 * @throws {FeedError | UnknownBlockError | UnbackedTipError} they do not
 * @throws {RestlessChainError} the block was replaced in the meantime
 */
export async function requireContinued(
  deps: Omit<CarryDeps, 'own'>,
  { state }: { readonly state: TipState },
  read: FirstSync
): Promise<void> {
  // From an earlier version, and unverified.
  if (wholeState(state) === undefined) return;
  const carrying = carryOutputs({ ...deps, own: new Set() }, { cache: emptyCache(state), state }, read.state.index);
  let carried = await carrying.next();
  while (!carried.done) carried = await carrying.next();
  if (carried.value === undefined) throw new RestlessChainError();
  const there = wholeState(carried.value.state);
  if (there === undefined || differingField(there, read.state) !== undefined)
    throw new UnbackedTipError(read.state.index);
}
