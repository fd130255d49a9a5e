import type { UntypedCall } from './request';
import type { CallOptions, Client, RouteTable } from './route';
import type { LoadErrorReader } from './response';
import { send, type Peer, type TransportOptions } from './transport';

/**
 * Creates one function per route of the table.
 * @param loadErrors the service's error table; without it, errors have generic codes
 */
export function createClient<T extends RouteTable>(
  routes: T,
  options: TransportOptions,
  loadErrors?: LoadErrorReader
): Client<T> {
  const peer: Peer = { loadErrors };
  const client: Record<string, (call?: UntypedCall, choices?: CallOptions) => Promise<unknown>> = {};
  for (const [name, route] of Object.entries(routes)) {
    client[name] = (call = {}, choices) => send(options, route, call, choices, peer);
  }
  return client as Client<T>;
}
