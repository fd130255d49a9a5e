import { BlockList, isIP } from 'node:net';
import { parseNetAddress } from '$lib/peers/address';
import { PeerError } from '$lib/peers/errors';
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

const MAX_PORT = 65_535;

/** @throws {Refusal} no address of a node; as on daemons, names are not resolved */
function requireAddress(address: string): void {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? [];
  const number = Number(port);
  if (host === '' || number < 1 || number > MAX_PORT) throw refusal('gateway/address-invalid');
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) === 0) throw refusal('gateway/address-is-name');
}

/** The connections to other nodes; the lists of addresses and speeds are stored whether there are any or not. */
export function gatewayHandlers({ settings, startedMs, peers }: GatewayParts): Handlers<typeof gatewayRoutes> {
  // Kept for the day when the node has connections.
  const stored = new PeerBlocklist(settings);
  const blocklist = (): string[] => [...(peers?.blocklist ?? stored.entries)];
  return {
    status: () => ({
      netAddress: peers?.address ?? '',
      peers: (peers?.peers ?? []).map(({ address, version, inbound, traffic }) => ({
        netAddress: address,
        version,
        inbound,
        local: isLocal(address),
        received: BigInt(traffic.received),
        sent: BigInt(traffic.sent)
      })),
      online: (peers?.peers.length ?? 0) > 0,
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
      requireAddress(netaddress);
      if (peers === undefined) throw refusal('gateway/no-connections', { address: netaddress });
      if (netaddress === peers.address) throw refusal('gateway/own-address');
      try {
        await peers.connect(netaddress);
      } catch (error) {
        if (!(error instanceof PeerError)) throw error;
        if (error.code === 'peers/already-connected') throw refusal('gateway/already-connected', undefined, error);
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
      const next =
        action === 'remove' ? listed.filter((entry) => !addresses.includes(entry)) : [...listed, ...addresses];
      if (peers) peers.setBlocklist(next);
      else stored.set(next);
    }
  };
}

const LOCAL = new BlockList();
LOCAL.addSubnet('127.0.0.0', 8);
LOCAL.addSubnet('10.0.0.0', 8);
LOCAL.addSubnet('172.16.0.0', 12);
LOCAL.addSubnet('192.168.0.0', 16);
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fc00::', 7, 'ipv6');

/** Whether the address is one of this computer or of a private network. */
function isLocal(address: string): boolean {
  const { host } = parseNetAddress(address);
  return isIP(host) !== 0 && LOCAL.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
