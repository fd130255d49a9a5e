import * as z from 'zod/mini';
import { createClient } from '../http/client';
import { get, json } from '../http/route';
import type { TransportOptions } from '../http/transport';

/**
 * Sent with sign-ins by a browser that has signed in before. Wrong passwords of others on the same computer or network
 * then do not lock it out. The token proves nothing else.
 */
export const DEVICE_TOKEN_HEADER = 'quarry-device-token';

/** Routes of Quarry's server under `/api`, for signed-in users. */
export const deviceTokenRoutes = {
  /** A new device token. */
  create: get('/device-token', json(z.object({ deviceToken: z.string() })))
};

/** `createDeviceTokens({ fetch, baseUrl: '/api' })`. */
export const createDeviceTokens = (options: TransportOptions) => createClient(deviceTokenRoutes, options);
