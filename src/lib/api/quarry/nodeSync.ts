import * as z from 'zod/mini';
import { createClient } from '../http/client';
import { json, nothing, post } from '../http/route';
import type { TransportOptions } from '../http/transport';
import { syncMode } from '../daemon/shapes/syncMode';

/** Routes of Quarry's server under `/api`, for signed-in users of the embedded node. */
export const nodeSyncRoutes = {
  /** Pauses, stops or resumes synchronization. `/consensus` reports the current mode. */
  setMode: post('/node-sync', json(z.object({ mode: syncMode })), nothing)
};

/** `createNodeSync({ fetch, baseUrl: '/api' })`. */
export const createNodeSync = (options: TransportOptions) => createClient(nodeSyncRoutes, options);
export type NodeSyncClient = ReturnType<typeof createNodeSync>;
