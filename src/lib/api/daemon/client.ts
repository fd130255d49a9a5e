import { createClient } from '../client';
import type { TransportOptions } from '../transport';
import { consensusRoutes } from './consensus';
import { daemonRoutes } from './daemon';
import { gatewayRoutes } from './gateway';
import { minerRoutes } from './miner';

/** Every endpoint of the node daemon that we know, by module. */
export const daemonApi = {
  consensus: consensusRoutes,
  daemon: daemonRoutes,
  gateway: gatewayRoutes,
  miner: minerRoutes
};

/** A typed client of the node daemon: `daemon.consensus.block({ query: { height: 42 } })`. */
export const createDaemon = (options: TransportOptions) => ({
  consensus: createClient(consensusRoutes, options),
  daemon: createClient(daemonRoutes, options),
  gateway: createClient(gatewayRoutes, options),
  miner: createClient(minerRoutes, options)
});
export type Daemon = ReturnType<typeof createDaemon>;
