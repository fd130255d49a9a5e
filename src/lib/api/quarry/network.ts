import * as z from 'zod/mini';
import { createClient } from '../http/client';
import { json, nothing, post } from '../http/route';
import type { TransportOptions } from '../http/transport';

/** The networks that a person can choose on the page: simulated coins, the main network, the public test network. */
export const CHOOSABLE_NETWORKS = ['dev', 'main', 'zen'] as const;
export type ChoosableNetwork = (typeof CHOOSABLE_NETWORKS)[number];

/** Where a new chain of a public network begins: its first block, or the checkpoint that this release names. */
export const CHAIN_STARTS = ['genesis', 'checkpoint'] as const;
export type ChainStart = (typeof CHAIN_STARTS)[number];

const choice = z.object({ network: z.enum(CHOOSABLE_NETWORKS), start: z.optional(z.enum(CHAIN_STARTS)) });

/** Routes of Quarry's server under `/api`, for signed-in users. */
export const networkRoutes = {
  /**
   * Closes the embedded node and opens that of another network; the files of both stay. Tabs have to be reloaded. A chain
   * that is there already goes on, wherever it began.
   */
  choose: post('/network', json(choice), nothing, { timeoutMs: 120_000 })
};

/** `createNetworkClient({ fetch, baseUrl: '/api' })`. */
export const createNetworkClient = (options: TransportOptions) => createClient(networkRoutes, options);
