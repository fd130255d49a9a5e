import type { Height } from '$lib/chain/time';
import type { ChainManager } from '../chain/chainManager';
import type { Peer } from './peer';

/** What the connected peers say of their chains, and what follows from it. */
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
 * Whether all peers that we dialed said that they have no more, and nobody proved it. Those that dialed us count only
 * where there are no others: anyone can connect and never say. On a public network somebody has to be connected, and a
 * chain that ended long ago is not the network's, whatever peers say who are at its beginning, too.
 */
export function haveNoMore({ chain, clock, peers, isPublic }: NetworkStatusParts): boolean {
  const dialed = peers.filter(({ direction }) => direction === 'outbound');
  if (!(dialed.length > 0 ? dialed : peers).every(({ isSynced }) => isSynced)) return false;
  if (!isPublic) return true;
  const ageMs = clock() - (chain.state.prevTimestamps[0] ?? 0) * 1_000;
  return peers.length > 0 && ageMs < MAX_TIP_AGE_MS;
}

/**
 * Height of the network's tip as peers claim it: the middle one of those above ours, so that half of them have to lie.
 * Undefined if none claims more.
 */
export function announcedHeight(peers: readonly Peer[], ours: Height): Height | undefined {
  const above = peers
    .map((peer) => peer.announcedHeight ?? 0)
    .filter((height) => height > ours)
    .toSorted((a, b) => a - b);
  return above[(above.length - 1) >> 1];
}
