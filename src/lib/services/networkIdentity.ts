import { OtherGenesisError } from '$lib/api/wallet-server/unsuitableServer';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { BlockId } from '$lib/chain/ids';
import { NEVER, type Network } from '$lib/chain/network/network';
import { publicGenesis, publicNetwork } from '$lib/chain/network/publicNetworks';

/** A network and the block its chain begins with. */
export interface NetworkIdentity {
  readonly network: Network;
  readonly genesis: BlockId;
}

/**
 * The network of a server. The first block identifies a public network; its rules are built in, and the reported ones
 * are ignored.
 * @throws {OtherGenesisError} the server uses the name of a public network for a different chain
 */
export async function readNetwork(
  server: Pick<WalletServer, 'indexAt' | 'network'>,
  signal?: AbortSignal
): Promise<NetworkIdentity> {
  const { id: genesis } = await server.indexAt({ params: { height: 0 } }, { signal });
  const reported = await server.network({}, { signal });
  const expected = publicGenesis(reported.name);
  const known = publicNetwork(genesis);
  if (known === undefined && expected !== undefined) {
    throw new OtherGenesisError(reported.name, expected, genesis, true);
  }
  return { network: known ?? reported, genesis };
}

/**
 * Merges the rules that a chain was verified with and those reported now; undefined if they differ. Older servers do
 * not report the height of the ephemeral output rule, so a known height is kept. A stored 0 may mean that the height
 * was not reported.
 */
export function mergeRules(stored: Network, reported: Network): Network | undefined {
  const [before, now] = [stored, reported].map(({ hardforkV2 }) => hardforkV2.ephemeralOutputHeight) as [
    number,
    number
  ];
  const height = now === NEVER && before !== 0 ? before : now;
  if (before !== 0 && before !== NEVER && before !== height) return undefined;
  const withHeight = (network: Network): Network => ({
    ...network,
    hardforkV2: { ...network.hardforkV2, ephemeralOutputHeight: height }
  });
  return isSame(withHeight(stored), withHeight(reported)) ? withHeight(reported) : undefined;
}

const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return left.length === right.length && left.every(([key, value]) => isSame(value, Reflect.get(b, key)));
};
