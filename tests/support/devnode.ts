import { createDaemon, type Daemon } from '../../src/lib/api/daemon/client';
import { agentName, OUR_DIALECT } from '../../src/lib/api/dialect';
import { createSigningServer, type SigningServer } from '../../src/lib/api/signing-server/client';
import type { TransportOptions } from '../../src/lib/api/transport';
import { createWalletServer, type WalletServer } from '../../src/lib/api/wallet-server/client';
import { blockHeader, blockId, type Block } from '../../src/lib/chain/block';
import { blockHeaderOf } from '../../src/lib/chain/commitment';
import { nonceFactorAt } from '../../src/lib/chain/rewards';
import { meetsTarget, targetFromBytes } from '../../src/lib/chain/target';
import type { Network } from '../../src/lib/chain/network';
import type { ChainState } from '../../src/lib/chain/state';
import { childHeight, childPowTarget } from '../../src/lib/consensus/state';
import { decode, encode } from '../../src/lib/codec/layout';
import { createDevNode, type DevNode, type DevNodeOptions } from '../../src/lib/server/devnode/node';
import { basicAuthorization } from '../../src/lib/server/upstream';

export const PASSWORD = 'correct horse';

/** A node in this process with typed clients that know its password: no sockets, no ports. */
export interface OpenNode {
  readonly node: DevNode;
  readonly daemon: Daemon;
  readonly wallet: WalletServer;
  readonly signing: SigningServer;
  /** For the clients of single modules. */
  readonly transport: TransportOptions;
}

export async function openNode(options: Partial<DevNodeOptions> = {}): Promise<OpenNode> {
  const node = await createDevNode({ network: 'test', dataDir: ':memory:', password: PASSWORD, ...options });
  const transport: TransportOptions = {
    fetch: (request) => node.fetch(request),
    baseUrl: 'http://node',
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

/** What a client of a daemon sends with every request. */
export const HEADERS = { 'user-agent': agentName(OUR_DIALECT), authorization: basicAuthorization(PASSWORD) };

/** A raw request with the password. */
export const ask = ({ node }: OpenNode, path: string, init: RequestInit = {}): Promise<Response> =>
  node.fetch(new Request(`http://node${path}`, { ...init, headers: { ...HEADERS, ...(init.headers as object) } }));

/** The 80 bytes of the unit's header with a nonce that solves it. */
export function solveUnit(unit: Uint8Array, factor = 1009n): Uint8Array<ArrayBuffer> {
  const target = targetFromBytes(unit.subarray(0, 32));
  const header = decode(blockHeader, unit.slice(32));
  for (let nonce = 0n; ; nonce += factor) {
    const solved = { ...header, nonce };
    if (meetsTarget(blockId(solved), target)) return encode(blockHeader, solved);
  }
}

/** The block with a nonce that solves it on top of the state. */
export function solveBlock(network: Network, state: ChainState, block: Block): Block {
  const target = childPowTarget(network, state);
  const factor = nonceFactorAt(network, childHeight(state));
  const header = blockHeaderOf(block);
  for (let nonce = 0n; ; nonce += factor) {
    if (meetsTarget(blockId({ ...header, nonce }), target)) return { ...block, nonce };
  }
}

/** Mines `count` blocks through the daemon's headers. */
export async function mine({ daemon }: OpenNode, count = 1): Promise<void> {
  for (let i = 0; i < count; i++) {
    await daemon.miner.submitHeader({ body: solveUnit(await daemon.miner.header()) });
  }
}
