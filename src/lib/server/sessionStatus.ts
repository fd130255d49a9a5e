import type { SessionStatus } from '$lib/api/quarry/session';
import { SERVICE_IDS, WORK_SERVICE_IDS } from '$lib/api/services/ids';
import { HTTP_SERVICE_IDS, isHttp, SERVICES, type HttpServiceId } from '$lib/api/services/services';
import type { Session } from './auth/session';
import type { Config } from './config';
import type { StoredConnection } from './connections/connection';
import type { Upstreams } from './connections/upstreams';
import type { EmbeddedNode } from './embeddedNode';
import type { NetworkChoice } from './networkChoice';
import type { Prices } from './prices/prices';

export interface StatusParts {
  readonly config: Config;
  readonly node: EmbeddedNode | undefined;
  /** Undefined if the network was set at startup. */
  readonly choice: NetworkChoice | undefined;
  readonly prices: Prices;
  /** The startup connection's services with an address and password of their own. */
  readonly ownPasswords: readonly HttpServiceId[];
}

/** The status of a connection; what only signed-in users may know is left out without a session. */
export function sessionStatus(
  { config, node, choice, prices, ownPasswords }: StatusParts,
  connection: StoredConnection,
  upstreams: Upstreams,
  session: Session | undefined
): SessionStatus {
  const services = SERVICE_IDS.filter((id) => (isHttp(id) ? upstreams.services[id] : session && connection[id]));
  return {
    signedIn: session !== undefined,
    mode: connection.embedded ? 'embedded' : 'remote',
    ...(connection.embedded && { network: node?.network, market: node?.market }),
    ...(connection.embedded && choice && { networkChoice: choice.network === undefined ? 'open' : 'made' }),
    services,
    elsewhere: HTTP_SERVICE_IDS.filter((id) => connection[id]),
    work: WORK_SERVICE_IDS.filter((id) => services.includes(id)).map((id) => ({
      service: id,
      payout: SERVICES[id].work
    })),
    // The main password is that of the embedded node, otherwise that of the first service.
    ownPasswords: node ? ownPasswords : ownPasswords.slice(1),
    ...(session && prices.status.source && { prices: true }),
    ...(session && config.webhook && { webhook: [...config.webhook.events] }),
    ...(session && { connection: { id: connection.id, name: connection.name }, pool: connection.pool })
  };
}
