import type { Height } from '$lib/chain/time';
import type { ChainManager } from '../chain/chainManager';
import type { Peer } from './peer';

/** Arguments of {@link isSyncedWithPeers}. */
export interface NetworkStatusParts {
  readonly chain: ChainManager;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly peers: readonly Peer[];
  /** Whether the network has public nodes. */
  readonly isPublic: boolean;
}

/** Ten-minute blocks are never a day apart. */
const MAX_TIP_AGE_MS = 24 * 60 * 60_000;

/**
 * Whether all outbound peers say that they have no more blocks, which is unverified. Inbound peers count only without
 * outbound ones: anyone can connect and never say so. On a public network, a peer must be connected, and the tip must
 * be recent: an old one is not the network's, even if peers that are still syncing themselves have nothing newer.
 */
export function isSyncedWithPeers({ chain, clock, peers, isPublic }: NetworkStatusParts): boolean {
  const dialed = peers.filter(({ direction }) => direction === 'outbound');
  if (!(dialed.length > 0 ? dialed : peers).every(({ isSynced }) => isSynced)) return false;
  if (!isPublic) return true;
  const ageMs = clock() - (chain.state.prevTimestamps[0] ?? 0) * 1_000;
  return peers.length > 0 && ageMs < MAX_TIP_AGE_MS;
}

/**
 * Height of the network's tip as claimed by peers: the median of those above ours, so that half of them would have to
 * lie. Undefined if none claims more.
 */
export function announcedHeight(peers: readonly Peer[], ours: Height): Height | undefined {
  const above = peers
    .map((peer) => peer.announcedHeight ?? 0)
    .filter((height) => height > ours)
    .toSorted((a, b) => a - b);
  return above[(above.length - 1) >> 1];
}
