import { createClient } from '../http/client';
import type { TransportOptions } from '../http/transport';
import { walletServerRoutes } from './routes';

/**
 * A typed client of the wallet server: `wallet.updates({ params: { index } })`.
 * @param options `baseUrl` includes the server's `/api`
 */
export const createWalletServer = (options: TransportOptions) =>
  createClient(walletServerRoutes, options, () => import('./errors'));
export type WalletServer = ReturnType<typeof createWalletServer>;
