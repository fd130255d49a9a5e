import type { GatewayStatus } from '$lib/api/daemon/gateway';

/**
 * What a node's peers mean for the news it gets. The list of peers goes before what the daemon calls itself: builds for
 * development say “online” without any peer.
 */
export function standingWords({ peers, online }: Pick<GatewayStatus, 'peers' | 'online'>): string {
  if (peers.length === 0) {
    return online
      ? 'The node calls itself online but lists no peer: no new block reaches it until one is connected.'
      : 'No peer, so no news: the node looks for some by itself. If it finds none, see whether it may reach the internet.';
  }
  const outside = peers.filter(({ local }) => !local).length;
  if (outside === 0) {
    return 'All peers are in the local network: what the rest of the world knows may not reach this node.';
  }
  if (!online) return 'Peers outside the local network are connected, but the node does not call itself online yet.';
  return outside === 1
    ? 'One peer is outside the local network, so new blocks reach this node.'
    : `${outside} peers are outside the local network, so new blocks reach this node.`;
}
