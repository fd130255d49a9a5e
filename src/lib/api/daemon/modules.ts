import type { RouteTable } from '../http/route';
import { consensusRoutes } from './consensus';
import { daemonRoutes } from './daemon';
import { gatewayRoutes } from './gateway';
import { hostRoutes } from './host';
import { hostdbRoutes } from './hostdb';
import { minerRoutes } from './miner';
import { renterRoutes } from './renter';

/** All known endpoints of the node daemon, by module. Pages import only the tables they need instead. */
export const daemonApi = {
  consensus: consensusRoutes,
  daemon: daemonRoutes,
  gateway: gatewayRoutes,
  host: hostRoutes,
  hostdb: hostdbRoutes,
  miner: minerRoutes,
  renter: renterRoutes
} satisfies Record<string, RouteTable>;
