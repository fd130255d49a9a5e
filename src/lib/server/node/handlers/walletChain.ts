import type { Handlers } from '$lib/api/http/route';
import { MAX_UINT64, WALLET_SERVER_BOUNDS } from '$lib/api/parameterBounds';
import { formatChainIndex } from '$lib/api/schemas/scalars';
import type { walletServerRoutes } from '$lib/api/wallet-server/routes';
import type { ChainIndex } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type BlockId } from '$lib/chain/ids';
import type { ChainManager } from '../chain/chainManager';
import { refusal } from '../errors';
import type { StepHandlers } from '../http/tables';
import type { PeerNetwork } from '../peers/peerNetwork';
import type { ChainStore, StoredBlock } from '../store/store';
import { RecentUpdates } from '../wallet/recentUpdates';
import { updatesSince } from '../wallet/updateFeed';
import { NODE_VERSION } from '../../version';

type Routes = typeof walletServerRoutes;
type ChainRoutes = Pick<
  Routes,
  'state' | 'health' | 'network' | 'tip' | 'tipState' | 'indexAt' | 'peers' | 'connectPeer'
>;
type ChainHandlers = Handlers<ChainRoutes> & StepHandlers<Pick<Routes, 'block' | 'checkpoint' | 'updates'>>;

export interface WalletChainParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly startedMs: number;
  /** Undefined for a node without connections to others. */
  readonly peers?: PeerNetwork;
}

const DEFAULT_UPDATES = 10;
const { smallest: MIN_UPDATES, largest: MAX_UPDATES } = WALLET_SERVER_BOUNDS.updates;
// A response ends with the block that exceeds this, so that a hundred full blocks cannot exhaust memory.
const MAX_UPDATE_BYTES = 8_000_000;
// Two responses of the largest size: one at the tip, and one for a wallet that is catching up.
const MAX_RECENT_BYTES = 2 * MAX_UPDATE_BYTES;
const MAX_TIP_AGE_SECONDS = 3 * 60 * 60;

/** The wallet server's chain state, update feed and status. */
export function walletChainHandlers({ store, chain, clock, startedMs, peers }: WalletChainParts): ChainHandlers {
  const recent = new RecentUpdates(MAX_RECENT_BYTES);
  const blockAt = (idOrHeight: string): StoredBlock => {
    const height = heightIn(idOrHeight);
    const id = height === undefined ? parseId(idOrHeight) : store.blocks.bestAt(height);
    const stored = id && store.block(id);
    requireStored(id === undefined ? height : store.blocks.place(id)?.height);
    if (id === undefined) throw refusal('wallet-server/height-not-found');
    if (stored === undefined || stored.status === 'invalid') throw refusal('wallet-server/block-not-found');
    return stored;
  };

  /** @param height of a block whose body is needed; above the tip, callers throw a different error */
  const requireStored = (height: number | undefined, first = store.firstBody): void => {
    if (height !== undefined && height < first) throw refusal('wallet-server/before-first-block', { first });
  };

  return {
    state: () => {
      const firstHeight = store.blocks.first()?.height ?? 0;
      const firstBodyHeight = store.firstBody;
      return {
        version: NODE_VERSION,
        startTime: new Date(startedMs).toISOString(),
        indexMode: 'full',
        ...(firstHeight > 0 && { firstHeight }),
        ...(firstBodyHeight > 0 && { firstBodyHeight })
      };
    },
    health: () => {
      const age = clock() / 1000 - (chain.state.prevTimestamps[0] ?? 0);
      if (age > MAX_TIP_AGE_SECONDS) throw refusal('wallet-server/tip-too-old', { minutes: Math.round(age / 60) });
    },
    peers: () => (peers?.peers ?? []).map(({ address, version, inbound }) => ({ address, version, inbound })),
    network: () => chain.network,
    tip: () => chain.tip,
    tipState: () => chain.state,
    connectPeer: async ({ body: address }) => {
      if (peers === undefined) throw refusal('wallet-server/no-peers-to-add');
      await peers.connect(address);
    },
    block: function* ({ params: { idOrHeight } }) {
      // Reading a full block takes long: one request at a time.
      yield;
      return blockAt(idOrHeight).block;
    },
    checkpoint: function* ({ params: { idOrHeight } }) {
      yield;
      const { block, state, status } = blockAt(idOrHeight);
      // Side-branch blocks were validated by header only.
      if (status !== 'full') throw refusal('wallet-server/block-not-found');
      return { state, block };
    },
    indexAt: ({ params: { height } }) => {
      // Even a chain that begins with a checkpoint has the id of genesis, by which wallets identify their network.
      const id = height === 0 ? chain.genesisId : store.blocks.bestAt(height);
      if (id === undefined) {
        requireStored(height, store.blocks.first()?.height);
        throw refusal('wallet-server/height-not-found');
      }
      return { height, id };
    },
    updates: function* ({ params: { index }, query: { limit = DEFAULT_UPDATES } }) {
      yield;
      if (limit < MIN_UPDATES || limit > MAX_UPDATES)
        throw refusal('wallet-server/limit-out-of-range', { least: 0, most: MAX_UPDATES });
      // The stored height: the given one may be wrong.
      const last = index.id === ZERO_BLOCK_ID ? -1 : (store.blocks.place(index.id)?.height ?? index.height);
      requireStored(last + 1);
      const limits = { blocks: limit, bytes: MAX_UPDATE_BYTES };
      const updates = updatesSince(store, chain.network, index, limits, recent);
      if (updates === undefined) throw refusal('wallet-server/unknown-basis', { index: shortIndex(index) });
      return updates;
    }
  };
}

/** Any number of 64 bits is a height; undefined for other texts. */
function heightIn(text: string): number | undefined {
  return /^\d{1,20}$/.test(text) && BigInt(text) <= MAX_UINT64 ? Number(text) : undefined;
}

function parseId(text: string): BlockId {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw refusal('wallet-server/id-unreadable', { reason: ID_FORM });
  return text.toLowerCase() as BlockId;
}
const ID_FORM = 'expected 64 hexadecimal characters';

/** With the last 4 bytes of the id, as the network's servers name a block in errors. */
const shortIndex = (index: ChainIndex): string => `${formatChainIndex(index).slice(0, -64)}${index.id.slice(-8)}`;
