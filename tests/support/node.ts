import { createDaemon, type Daemon } from '$lib/api/daemon/client';
import { agentName, OUR_DIALECT } from '$lib/api/dialect';
import { createSigningServer, type SigningServer } from '$lib/api/signing-server/client';
import type { TransportOptions } from '$lib/api/http/transport';
import { createWalletServer, type WalletServer } from '$lib/api/wallet-server/client';
import { blockHeader, blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { nonceFactorAt } from '$lib/chain/network/rewards';
import { meetsTarget, targetFromBytes } from '$lib/chain/target';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { childHeight, childPowTarget } from '$lib/consensus/state';
import { decode, encode } from '$lib/codec/layout';
import { createNode, type EmbeddedNode, type NodeOptions } from '$lib/server/node/node';
import { basicAuthorization } from '$lib/server/http/upstream';

export const PASSWORD = 'correct horse';

/** A node in this process with typed clients that know its password: no sockets, no ports. */
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
