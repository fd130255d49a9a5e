import type { WalletServer } from '$lib/api/wallet-server/client';
import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import { UpdateReader } from '$lib/api/wallet-server/updateReader';
import { inSlices } from '$lib/async/timeSlices';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Network } from '$lib/chain/network/network';
import { addOutputs, stateElementOf, type WalletCache } from '$lib/wallet/sync/cache';
import type { OwnAddresses } from '$lib/wallet/sync/chainEvents';
import { applyUpdatesInSteps } from '$lib/wallet/sync/sync';
import type { TipState } from '../records';
import { requireCommittedFeedInSteps } from './checkFeed';

/** Outputs with proofs, and the chain state at the block at which those are valid. */
export interface OutputsAt {
  readonly cache: WalletCache;
  readonly state: TipState;
}

export interface CarryDeps {
  readonly server: WalletServer;
  readonly network: Network;
  /** Addresses whose outputs are kept; outputs spent on the way are dropped. */
  readonly own: OwnAddresses;
  readonly signal: AbortSignal;
}

/**
 * Carries outputs and their proofs to another block of the server's best chain, through its update feed. Yields
 * after each response what is carried, from which it can be continued.
 * @returns undefined if the block is not on the way to the server's tip
 * @throws {FeedError | UnknownBlockError}
 */
export async function* carryOutputs(
  { server, network, own, signal }: CarryDeps,
  from: OutputsAt,
  target: ChainIndex
): AsyncGenerator<OutputsAt, OutputsAt | undefined> {
  const reader = new UpdateReader(server);
  let { cache, state } = from;
  while (cache.index.id !== target.id) {
    const feed = upTo(target, (await reader.read(cache.index, signal)).feed);
    const last = feed.applied.at(-1) ?? feed.reverted.at(-1);
    const isPast = feed.reverted.length === 0 && cache.index.height >= target.height;
    if (last === undefined || isPast) return undefined;
    await inSlices(requireCommittedFeedInSteps(network, state, feed), signal);
    ({ cache } = await inSlices(applyUpdatesInSteps(cache, feed, own), signal));
    ({ state } = last);
    yield { cache, state };
  }
  return { cache, state };
}

/** The feed without the blocks after an index. */
function upTo({ id }: ChainIndex, feed: ChainUpdates): ChainUpdates {
  const end = feed.applied.findIndex(({ state }) => state.index.id === id);
  return end < 0 ? feed : { ...feed, applied: feed.applied.slice(0, end + 1) };
}

/**
 * Adds those outputs of `more` that the wallet does not hold. Every proof is verified against the wallet's own state.
 * @throws {WrongProofError}
 */
export function mergeOutputs({ cache, state }: OutputsAt, more: WalletCache, own: OwnAddresses) {
  const coins = [...more.coins.values()].flatMap((coin) => {
    const { leafIndex, output, id } = coin;
    if (leafIndex === undefined || !own.has(output.address) || cache.coins.has(id)) return [];
    return [{ ...coin, stateElement: stateElementOf(more, leafIndex) }];
  });
  const funds = [...more.funds.values()]
    .filter(({ id, output }) => own.has(output.address) && !cache.funds.has(id))
    .map((fund) => ({ ...fund, stateElement: stateElementOf(more, fund.leafIndex) }));
  return addOutputs(cache, state, { basis: more.index, coins, funds });
}
