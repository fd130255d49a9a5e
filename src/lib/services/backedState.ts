import { NotFoundError } from '$lib/api/http/errors';
import { EarlyTipError, UnbackedTipError } from '$lib/api/wallet-server/unsuitableServer';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainState } from '$lib/chain/block/state';
import type { ChainIndex } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import { hasPlausibleWork, publicNetworkNamed } from '$lib/chain/network/publicNetworks';
import type { Network } from '$lib/chain/network/network';
import type { Height } from '$lib/chain/time';
import { ConsensusError } from '$lib/consensus/errors';
import { LightError } from '$lib/consensus/light/errors';
import { differingField, requireNextState, startAtGenesis } from '$lib/consensus/light/lightChain';

/** The updates after it begin with genesis. */
const BEFORE_GENESIS: ChainIndex = { height: 0, id: ZERO_BLOCK_ID };

type BackingServer = Pick<WalletServer, 'block' | 'indexAt' | 'updates'>;

/** The index after which a server's updates begin with the block at a height. */
export const indexBefore = async (
  server: Pick<WalletServer, 'indexAt'>,
  height: Height,
  signal?: AbortSignal
): Promise<ChainIndex> =>
  height === 0 ? BEFORE_GENESIS : await server.indexAt({ params: { height: height - 1 } }, { signal });

/** A server, and what is known about it. */
export interface TipSource<Server = BackingServer> {
  readonly server: Server;
  readonly network: Network;
  /** Quarry's embedded node, which may still be reading the chain. */
  readonly isOwnNode: boolean;
}

/**
 * Verifies the state that a server reports for its tip, before a wallet starts from it: the last block must lead to it,
 * and the header of a V2 block commits to the state before it. Inventing a height, tax revenue or accumulator would
 * cost the work of a block, which is bounded only since V2.
 * @throws {UnbackedTipError} no block leads to the state
 * @throws {EarlyTipError} a public network's chain that ends before V2, which could be invented
 */
export async function requireBackedState(
  { server, network, isOwnNode }: TipSource,
  state: ChainState,
  signal?: AbortSignal
): Promise<void> {
  const { allowHeight } = network.hardforkV2;
  const isPublic = publicNetworkNamed(network.name) !== undefined;
  if (isPublic && !isOwnNode && state.index.height < allowHeight) throw new EarlyTipError(state.index, allowHeight);
  try {
    await requireLastBlock(server, network, state, signal);
  } catch (error) {
    const isLie = [LightError, ConsensusError, NotFoundError].some((kind) => error instanceof kind);
    throw isLie ? new UnbackedTipError(state.index, { cause: error }) : error;
  }
}

async function requireLastBlock(
  server: BackingServer,
  network: Network,
  state: ChainState,
  signal?: AbortSignal
): Promise<void> {
  const { height, id } = state.index;
  const fail = (): never => {
    throw new UnbackedTipError(state.index);
  };
  const block = await server.block({ params: { idOrHeight: id } }, { signal });
  if (blockId(blockHeaderOf(block)) !== id) return fail();
  const there = await server.indexAt({ params: { height } }, { signal });
  if (there.id !== id) return fail();
  if (height === 0) {
    const [genesis] = startAtGenesis(network, block).trail;
    return differingField(genesis!.state, state) === undefined ? undefined : fail();
  }
  if (!hasPlausibleWork(network, state.index)) return fail();
  // The difficulty rules before this fork need a thousand timestamps.
  if (height <= network.hardforkOak.height) return;
  const before = await indexBefore(server, height - 1, signal);
  const { applied } = await server.updates({ params: { index: before }, query: { limit: 2 } }, { signal });
  const [parent, last] = applied;
  if (parent?.state.index.id !== block.parentId || last?.state.index.id !== id) return fail();
  requireNextState(network, parent.state, last);
  if (differingField(last.state, state) !== undefined) fail();
}
