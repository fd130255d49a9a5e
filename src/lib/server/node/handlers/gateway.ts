import { isIP } from 'node:net';
import type { gatewayRoutes } from '$lib/api/daemon/gateway';
import type { Handlers } from '$lib/api/http/route';
import { refusal } from '../errors';
import { setSpeedLimits, speedLimits } from '../daemon/speedLimits';
import type { SettingsTable } from '../store/settings';

export interface GatewayParts {
  readonly settings: SettingsTable;
  /** When the node started, milliseconds since 1970. */
  readonly startedMs: number;
}

const BLOCKLIST = 'gateway.blocklist';
const MAX_PORT = 65_535;

/** Refuses a peer address; this node connects to no peers. */
function refuseConnection(address: string): never {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? [];
  const number = Number(port);
  if (host === '' || number < 1 || number > MAX_PORT) throw refusal('gateway/address-invalid');
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) === 0) throw refusal('gateway/address-is-name');
  throw refusal('gateway/no-connections', { address });
}

/** A gateway without peers: it reports none, and stores the settings it is given. */
export function gatewayHandlers({ settings, startedMs }: GatewayParts): Handlers<typeof gatewayRoutes> {
  const blocklist = (): string[] => JSON.parse(settings.get(BLOCKLIST) ?? '[]') as string[];
  return {
    status: () => ({ netAddress: '', peers: [], online: false, ...speedLimits(settings, 'gateway') }),
    configure: ({ body }) => {
      setSpeedLimits(settings, 'gateway', body, refusal('gateway/speed-negative'));
    },
    bandwidth: () => ({ download: 0n, upload: 0n, startTime: new Date(startedMs).toISOString() }),
    connect: ({ params: { netaddress } }) => refuseConnection(netaddress),
    disconnect: () => {
      throw refusal('gateway/not-a-peer');
    },
    blocklist: () => ({ blocklist: blocklist() }),
    changeBlocklist: ({ body: { action, addresses } }) => {
      if (action !== 'set' && addresses.length === 0) throw refusal('gateway/no-addresses');
      const listed = action === 'set' ? [] : blocklist();
      const next =
        action === 'remove' ? listed.filter((entry) => !addresses.includes(entry)) : [...listed, ...addresses];
      settings.set(BLOCKLIST, JSON.stringify([...new Set(next)]));
    }
  };
}
