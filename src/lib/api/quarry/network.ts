import * as z from 'zod/mini';
import { createClient } from '../http/client';
import { json, nothing, post } from '../http/route';
import type { TransportOptions } from '../http/transport';

/** The networks that users can choose: simulated coins, the main network, the public test network. */
export const CHOOSABLE_NETWORKS = ['dev', 'main', 'zen'] as const;
export type ChoosableNetwork = (typeof CHOOSABLE_NETWORKS)[number];

/** Where a new chain of a public network begins: at genesis, or at this release's checkpoint. */
export const CHAIN_STARTS = ['genesis', 'checkpoint'] as const;
export type ChainStart = (typeof CHAIN_STARTS)[number];

const choice = z.object({ network: z.enum(CHOOSABLE_NETWORKS), start: z.optional(z.enum(CHAIN_STARTS)) });

/** Routes of Quarry's server under `/api`, for signed-in users. */
export const networkRoutes = {
  /**
   * Closes the embedded node and opens one for another network; both networks' files are kept. Tabs must be reloaded.
   * An existing chain is continued, regardless of where it began.
   */
  choose: post('/network', json(choice), nothing, { timeoutMs: 120_000 })
};

/** `createNetworkClient({ fetch, baseUrl: '/api' })`. */
export const createNetworkClient = (options: TransportOptions) => createClient(networkRoutes, options);
