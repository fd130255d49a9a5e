import type { TransportOptions } from '$lib/api/http/transport';
import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { createConnections } from '$lib/api/quarry/connections';
import type { SessionStatus } from '$lib/api/quarry/session';
import { firstHeight } from '$lib/api/wallet-server/firstHeight';
import { createWalletServer, type WalletServer } from '$lib/api/wallet-server/client';

/** A wallet server of another connection. */
export interface OtherServer {
  /** Id of the connection. */
  readonly id: string;
  readonly name: string;
  readonly server: WalletServer;
}

/** The wallet server of a transport's connection. */
export const walletServerOf = (transport: TransportOptions): WalletServer =>
  createWalletServer({ ...transport, baseUrl: '/api/wallet' });

/**
 * Whether another server may list outputs that the transport's own does not: the embedded node has them all, unless its
 * chain began with a checkpoint.
 */
export async function mayMissOutputs(
  transport: TransportOptions,
  { mode, elsewhere }: Pick<SessionStatus, 'mode' | 'elsewhere'>
): Promise<boolean> {
  const isRemote = mode === 'remote' || elsewhere.includes('wallet');
  return isRemote || (await firstHeight(walletServerOf(transport))) > 0;
}

/** The wallet servers of all connections but the transport's own. */
export async function readOtherServers(
  transport: TransportOptions,
  signal?: AbortSignal
): Promise<readonly OtherServer[]> {
  const { selected, connections } = await createConnections({ ...transport, baseUrl: '/api' }).list({}, { signal });
  const own = transport.headers?.[CONNECTION_HEADER] ?? selected;
  return connections
    .filter(({ id, wallet, embedded }) => id !== own && (wallet !== undefined || embedded))
    .map(({ id, name }) => ({
      id,
      name,
      server: walletServerOf({ ...transport, headers: { ...transport.headers, [CONNECTION_HEADER]: id } })
    }));
}
