import { createClient } from '../http/client';
import type { TransportOptions } from '../http/transport';
import { consensusRoutes } from './consensus';
import { daemonRoutes } from './daemon';
import { gatewayRoutes } from './gateway';
import { loadDaemonErrors } from './loadErrors';
import { minerRoutes } from './miner';

/**
 * A typed client of the node daemon: `daemon.consensus.block({ query: { height: 42 } })`. Host, host database and
 * renter have separate clients, so that their schemas are loaded only by pages that need them.
 */
export const createDaemon = (options: TransportOptions) => ({
  consensus: createClient(consensusRoutes, options, loadDaemonErrors),
  daemon: createClient(daemonRoutes, options, loadDaemonErrors),
  gateway: createClient(gatewayRoutes, options, loadDaemonErrors),
  miner: createClient(minerRoutes, options, loadDaemonErrors)
});
export type Daemon = ReturnType<typeof createDaemon>;
