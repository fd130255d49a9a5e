import * as z from 'zod/mini';
import { PAYOUTS, serviceId, WORK_SERVICE_IDS } from '../services/ids';
import { WEBHOOK_EVENTS } from './webhook';
import { createClient } from '../http/client';
import { empty, get, json, nothing, post } from '../http/route';
import type { TransportOptions } from '../http/transport';

/** Public information about the setup: no addresses, no secrets. */
export const sessionStatus = z.object({
  signedIn: z.boolean(),
  /** The embedded node, or remote servers. */
  mode: z.enum(['embedded', 'remote']),
  /** The embedded node's network. */
  network: z.optional(z.string()),
  /** The embedded node's storage market; a public network has none in it. */
  market: z.optional(z.enum(['simulated', 'none'])),
  /** Whether somebody has chosen the embedded node's network; absent where the start names it. */
  networkChoice: z.optional(z.enum(['open', 'made'])),
  /** Services of the connection; a pool only when signed in. */
  services: z.readonly(z.array(serviceId)),
  /** Services with an address of their own. */
  elsewhere: z.readonly(z.array(serviceId)),
  /** Services with a password of their own, besides the first one's. */
  ownPasswords: z.readonly(z.array(serviceId)),
  /** Available work sources, the preferred one first. */
  work: z.readonly(z.array(z.object({ service: z.enum(WORK_SERVICE_IDS), payout: z.enum(PAYOUTS) }))),
  /** What the server's webhook sends, when signed in; absent without one. */
  webhook: z.optional(z.readonly(z.array(z.enum(WEBHOOK_EVENTS)))),
  /** The pool, when signed in. */
  pool: z.optional(z.object({ url: z.string(), user: z.string() })),
  /** A price source is chosen; when signed in. */
  prices: z.optional(z.boolean()),
  /** The selected connection, when signed in. */
  connection: z.optional(z.object({ id: z.string(), name: z.string() }))
});
export type SessionStatus = z.output<typeof sessionStatus>;

/** The token of a sign-in link; or a password for all services, with separate ones where needed. */
export const signInRequest = z.union([
  z.object({ token: z.string() }),
  z.object({ password: z.string(), passwords: z.optional(z.partialRecord(serviceId, z.string())) })
]);
export type SignInRequest = z.output<typeof signInRequest>;

/** Result of a sign-in. The cookie set with it is valid only together with the page token. */
export const signInResult = z.extend(sessionStatus, { pageToken: z.string() });

/** Routes of Quarry's server under `/api`. */
export const sessionRoutes = {
  status: get('/session', json(sessionStatus)),
  /** Fails with `session/…` of `api/quarry/errors`. */
  signIn: post('/session', json(signInRequest), json(signInResult), { timeoutMs: 30_000 }),
  signOut: post('/session/end', empty, nothing)
};

/** `createSession({ fetch, baseUrl: '/api' })`. */
export const createSession = (options: TransportOptions) => createClient(sessionRoutes, options);
export type Session = ReturnType<typeof createSession>;
