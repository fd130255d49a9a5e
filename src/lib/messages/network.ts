import type { GatewayStatus } from '$lib/api/daemon/gateway';
import type { BlockEntryProblem } from '$lib/services/node/blocklist';
import type { PeerAddressProblem } from '$lib/services/node/peerAddress';
import type messages from './en/network';
import { locale } from './locale';

/** Texts of the Network page, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/network.ts`)) as { default: typeof messages });
};

/**
 * Whether a node's peers let it receive blocks. The list of peers goes before what the daemon reports: builds for
 * development report being online without any peer.
 */
export function peersText({ peers, online }: Pick<GatewayStatus, 'peers' | 'online'>): string {
  if (peers.length === 0) return online ? m.peers.onlineWithoutPeers : m.peers.noPeers;
  const external = peers.filter(({ local }) => !local).length;
  if (external === 0) return m.peers.localOnly;
  return online ? m.peers.external(external) : m.peers.notOnline;
}

export function peerAddressText(problem: PeerAddressProblem): string {
  const { problems } = m.connectDialog;
  switch (problem.code) {
    case 'port-missing':
      return problems.portMissing(problem.example);
    case 'port-range':
      return problems.portRange(problem.max);
    case 'empty':
    case 'format':
    case 'brackets':
    case 'unspecified':
      return problems[problem.code];
    case 'brackets-missing':
      return problems.bracketsMissing;
    case 'host-name':
      return problems.hostName;
    case 'not-an-ip':
      return problems.notAnIp;
  }
}

/** Half a sentence, to stand behind the entry. */
export function blockEntryText(problem: BlockEntryProblem): string {
  const { problems } = m.blockDialog;
  switch (problem.code) {
    case 'prefix':
      return problems.prefix(problem.max);
    case 'port':
      return problems.port(problem.host);
    case 'range':
    case 'invalid':
      return problems[problem.code];
  }
}
