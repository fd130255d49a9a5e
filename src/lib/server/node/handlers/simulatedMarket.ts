import { join } from 'node:path';
import { boundedRoutes } from '$lib/api/daemon/boundedRoutes';
import { hostRoutes } from '$lib/api/daemon/host';
import { hostdbRoutes } from '$lib/api/daemon/hostdb';
import { renterRoutes } from '$lib/api/daemon/renter';
import type { Address } from '$lib/chain/address';
import type { ChainManager } from '../chain/chainManager';
import { openHost } from '../host/openHost';
import { moduleOf, type Module } from '../http/tables';
import { Market, marketWorld } from '../market/market';
import { currentFee } from '../pool/fees';
import type { TransactionPool } from '../pool/transactionPool';
import { DEVELOPMENT_LIMITS, STANDARD_LIMITS } from '../renter/configure';
import { renterPart } from '../renter/renter';
import { chainClock } from '../simulation/chainClock';
import type { ChainStore } from '../store/store';
import { hostHandlers } from './host';
import { hostdbHandlers } from './hostdb';
import { renterHandlers } from './renter';

export interface MarketParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  /** Undefined to keep everything in memory. */
  readonly directory: string | undefined;
  /** Owner of the host's revenue. */
  readonly address: Address;
  readonly startedMs: number;
}

/** The storage market of a development network, with the routes of host, host database and renter. */
export interface SimulatedMarket {
  readonly market: Market;
  readonly modules: readonly Module[];
  close(): void;
}

/** Opens the market. Its files are created on first use. */
export function openSimulatedMarket(parts: MarketParts): SimulatedMarket {
  const { store, chain, pool, directory, address, startedMs } = parts;
  const world = marketWorld(chainClock(store, chain));
  const renter = renterPart(world);
  const host = openHost({ world, directory, address });
  const path = directory === undefined ? ':memory:' : join(directory, 'market.sqlite');
  const market = new Market({ path, world, parts: [renter, host.part] });
  const limits = chain.network.name === 'mainnet' ? STANDARD_LIMITS : DEVELOPMENT_LIMITS;
  const fee = () => currentFee(store, chain.tip, pool.weight);
  const hostParts = { host: host.module(market), publicKey: host.publicKey, fee, startedMs };
  return {
    market,
    modules: [
      moduleOf(boundedRoutes(hostRoutes), hostHandlers(hostParts)),
      moduleOf(boundedRoutes(hostdbRoutes), hostdbHandlers({ market, renter })),
      moduleOf(boundedRoutes(renterRoutes), renterHandlers({ market, renter, limits }))
    ],
    close() {
      market.close();
      host.close();
    }
  };
}
