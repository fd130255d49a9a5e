import { RestlessChainError, UnbackedTipError } from '$lib/api/wallet-server/unsuitableServer';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { ChainState } from '$lib/chain/block/state';
import { differingField } from '$lib/consensus/light/lightChain';
import { emptyCache, type WalletCache } from '$lib/wallet/sync/cache';
import { wholeState } from '../records';
import { carryOutputs, type CarryDeps } from './carryOutputs';
import { contradictsBlocks, type Continued } from './keepOutputs';

/**
 * Requires that a server's blocks lead from the wallet's own block to the one at which addresses were read: the work of
 * that block alone would be little, and its state, with any outputs, invented. Yields the verified blocks on the way,
 * from which it can be continued: months of blocks take a while.
 * @returns what the wallet held, at that block, so that no block is requested twice; undefined if it cannot be carried
 * over
 * @throws {FeedError | UnknownBlockError | UnbackedTipError} they do not
 * @throws {RestlessChainError} the block was replaced in the meantime
 */
export async function* requireContinued(
  deps: CarryDeps,
  from: Continued,
  read: ChainState
): AsyncGenerator<Continued, WalletCache | undefined> {
  const end = yield* continueTo(deps, from, read.index);
  if (end === undefined) throw new RestlessChainError();
  const there = wholeState(end.state);
  if (there === undefined || differingField(there, read) !== undefined) throw new UnbackedTipError(read.index);
  return end.kept;
}

/** Continues without the outputs if they contradict the blocks: wrong blocks are rejected without them, too. */
async function* continueTo(
  deps: CarryDeps,
  from: Continued,
  target: ChainIndex
): AsyncGenerator<Continued, Continued | undefined> {
  let at = from;
  for (;;) {
    const { state, kept } = at;
    const own = kept === undefined ? new Set<never>() : deps.own;
    const carrying = carryOutputs({ ...deps, own }, { cache: kept ?? emptyCache(state), state }, target);
    try {
      let carried = await carrying.next();
      for (; !carried.done; carried = await carrying.next()) {
        at = { state: carried.value.state, kept: kept && carried.value.cache };
        yield at;
      }
      return carried.value && at;
    } catch (error) {
      if (kept === undefined || !contradictsBlocks(error)) throw error;
      at = { state: at.state, kept: undefined };
    }
  }
}
