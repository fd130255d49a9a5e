import * as z from 'zod/mini';
import { createClient } from '../http/client';
import { get, json, post } from '../http/route';
import type { TransportOptions } from '../http/transport';
import { amount } from '../schemas/amount';
import { address, transactionId } from '../schemas/scalars';

/** Coins that the embedded node mined to its own key. */
export const nodeRewards = z.object({
  address,
  /** Mature and not spent in the pool. */
  spendable: amount,
  /** Not mature yet. */
  maturing: amount
});
export type NodeRewards = z.output<typeof nodeRewards>;

/** Routes of Quarry's server under `/api`, for signed-in users of the embedded node. */
export const nodeRewardRoutes = {
  balance: get('/node-rewards', json(nodeRewards)),
  /**
   * Sends the spendable coins, less the fee, to an address; at most as many as fit in one transaction. Fails with
   * `rewards/nothing-to-move`.
   */
  move: post('/node-rewards/move', json(z.object({ address })), json(z.object({ id: transactionId })), {
    timeoutMs: 30_000
  })
};

/** `createNodeRewards({ fetch, baseUrl: '/api' })`. */
export const createNodeRewards = (options: TransportOptions) => createClient(nodeRewardRoutes, options);
export type NodeRewardsClient = ReturnType<typeof createNodeRewards>;
