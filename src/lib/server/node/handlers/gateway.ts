import { isIP } from 'node:net';
import { PeerError } from '$lib/peers/errors';
import { netAddressProblem } from '../host/netAddress';
import { isLocalAddress } from '../peers/dialRule';
import { PeerBlocklist } from '../peers/hosts/blocklist';
import type { PeerNetwork } from '../peers/peerNetwork';
import type { gatewayRoutes } from '$lib/api/daemon/gateway';
import type { Handlers } from '$lib/api/http/route';
import { refusal } from '../errors';
import { setSpeedLimits, speedLimits } from '../daemon/speedLimits';
import type { SettingsTable } from '../store/settings';

export interface GatewayParts {
  readonly settings: SettingsTable;
  /** When the node started, milliseconds since 1970. */
  readonly startedMs: number;
  /** Undefined for a node without connections to others. */
  readonly peers?: PeerNetwork;
}

/** @throws {Refusal} not the address of a node; as on daemons, names are not resolved */
function requireNodeAddress(address: string): void {
  if (netAddressProblem(address) !== undefined) throw refusal('gateway/address-invalid');
  if (isIP(address.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')) === 0) throw refusal('gateway/address-is-name');
}

/** Connections to other nodes. The blocklist and the speed limits are stored even without any. */
export function gatewayHandlers({ settings, startedMs, peers }: GatewayParts): Handlers<typeof gatewayRoutes> {
  // Takes effect once the node is started with connections.
  const stored = new PeerBlocklist(settings);
  const blocklist = (): string[] => [...(peers?.blocklist ?? stored.entries)];
  return {
    status: () => ({
      netAddress: peers?.address ?? '',
      peers: (peers?.peers ?? []).map(({ address, version, inbound, traffic }) => ({
        netAddress: address,
        version,
        inbound,
        local: isLocalAddress(address),
        received: BigInt(traffic.received),
        sent: BigInt(traffic.sent)
      })),
      online: (peers?.peers ?? []).some(({ address }) => !isLocalAddress(address)),
      ...speedLimits(settings, 'gateway')
    }),
    configure: ({ body }) => {
      setSpeedLimits(settings, 'gateway', body, refusal('gateway/speed-negative'));
    },
    bandwidth: () => ({
      download: BigInt(peers?.traffic.received ?? 0),
      upload: BigInt(peers?.traffic.sent ?? 0),
      startTime: new Date(startedMs).toISOString()
    }),
    connect: async ({ params: { netaddress } }) => {
      requireNodeAddress(netaddress);
      if (peers === undefined) throw refusal('gateway/no-connections', { address: netaddress });
      if (netaddress === peers.address) throw refusal('gateway/own-address');
      try {
        await peers.connect(netaddress);
      } catch (error) {
        if (!(error instanceof PeerError)) throw error;
        if (error.code === 'peers/already-connected') throw refusal('gateway/already-connected', undefined, error);
        if (error.code === 'peers/same-id') throw refusal('gateway/own-address', undefined, error);
        throw refusal('gateway/peer-unreachable', { reason: `: ${error.message}` }, error);
      }
    },
    disconnect: ({ params: { netaddress } }) => {
      if (!peers?.disconnect(netaddress)) throw refusal('gateway/not-a-peer');
    },
    blocklist: () => ({ blocklist: blocklist() }),
    changeBlocklist: ({ body: { action, addresses } }) => {
      if (action !== 'set' && addresses.length === 0) throw refusal('gateway/no-addresses');
      const listed = action === 'set' ? [] : blocklist();
      const given = new Set(addresses);
      const next = action === 'remove' ? listed.filter((entry) => !given.has(entry)) : [...listed, ...addresses];
      if (peers) peers.setBlocklist(next);
      else stored.set(next);
    }
  };
}
