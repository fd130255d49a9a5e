import { createClient } from '../http/client';
import type { TransportOptions } from '../http/transport';
import { signingServerRoutes } from './routes';

/** A typed client of a signing server: `signing.signV2({ body: { transaction } })`. */
export const createSigningServer = (options: TransportOptions) =>
  createClient(signingServerRoutes, options, () => import('./errors'));
export type SigningServer = ReturnType<typeof createSigningServer>;
