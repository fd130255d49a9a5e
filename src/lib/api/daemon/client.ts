import { createClient } from '../http/client';
import type { TransportOptions } from '../http/transport';
import { consensusRoutes } from './consensus';
import { daemonRoutes } from './daemon';
import { gatewayRoutes } from './gateway';
import { minerRoutes } from './miner';

/**
 * A typed client of the node daemon: `daemon.consensus.block({ query: { height: 42 } })`. Host, host database and renter
 * have clients of their own, so that only the pages that need them load their schemas.
 */
export const createDaemon = (options: TransportOptions) => ({
  consensus: createClient(consensusRoutes, options),
  daemon: createClient(daemonRoutes, options),
  gateway: createClient(gatewayRoutes, options),
  miner: createClient(minerRoutes, options)
});
export type Daemon = ReturnType<typeof createDaemon>;
