import { createDaemon, type Daemon } from '$lib/api/daemon/client';
import { agentName, OUR_DIALECT } from '$lib/api/dialect';
import { createSigningServer, type SigningServer } from '$lib/api/signing-server/client';
import type { TransportOptions } from '$lib/api/http/transport';
import { createWalletServer, type WalletServer } from '$lib/api/wallet-server/client';
import { createNode, type EmbeddedNode, type NodeOptions } from '$lib/server/node/node';
import { basicAuthorization } from '$lib/server/http/upstream';
import { limitMs } from './limits';
import { solveUnit } from './solve';

export const PASSWORD = 'correct horse';

/** A node in this process, with typed clients that know its password: no sockets, no ports. */
export interface OpenNode {
  readonly node: EmbeddedNode;
  readonly daemon: Daemon;
  readonly wallet: WalletServer;
  readonly signing: SigningServer;
  /** For the clients of single modules. */
  readonly transport: TransportOptions;
}

export async function openNode(options: Partial<NodeOptions> = {}): Promise<OpenNode> {
  const node = await createNode({ network: 'test', dataDir: ':memory:', password: PASSWORD, ...options });
  const transport: TransportOptions = {
    fetch: (request) => node.fetch(request),
    baseUrl: 'http://node',
    timeoutMs: limitMs(30_000),
    headers: HEADERS
  };
  return {
    node,
    transport,
    daemon: createDaemon(transport),
    wallet: createWalletServer({ ...transport, baseUrl: 'http://node/api' }),
    signing: createSigningServer({ ...transport, baseUrl: 'http://node/signing' })
  };
}

/** The headers of a daemon client's requests. */
export const HEADERS = { 'user-agent': agentName(OUR_DIALECT), authorization: basicAuthorization(PASSWORD) };

/** A raw request with the password. */
export const ask = ({ node }: OpenNode, path: string, init: RequestInit = {}): Promise<Response> =>
  node.fetch(new Request(`http://node${path}`, { ...init, headers: { ...HEADERS, ...(init.headers as object) } }));

/** Mines `count` blocks through the daemon's headers. */
export async function mine({ daemon }: OpenNode, count = 1): Promise<void> {
  for (let i = 0; i < count; i++) {
    await daemon.miner.submitHeader({ body: solveUnit(await daemon.miner.header()) });
  }
}
