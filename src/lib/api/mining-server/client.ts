import { createClient } from '../http/client';
import type { TransportOptions } from '../http/transport';
import { miningServerRoutes } from './routes';

/**
 * A typed client of a mining server: `mining.getTemplate({ body: {} })`.
 * @param options `baseUrl` includes the server's `/api`
 */
export const createMiningServer = (options: TransportOptions) =>
  createClient(miningServerRoutes, options, () => import('./errors'));
export type MiningServer = ReturnType<typeof createMiningServer>;
