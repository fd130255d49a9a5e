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
  /** The embedded node's storage market; `none` on public networks. */
  market: z.optional(z.enum(['simulated', 'none'])),
  /** Whether the embedded node's network has been chosen; absent if it was set at startup. */
  networkChoice: z.optional(z.enum(['open', 'made'])),
  /** The connection's services; a pool is included only when signed in. */
  services: z.readonly(z.array(serviceId)),
  /** Services with their own address. */
  elsewhere: z.readonly(z.array(serviceId)),
  /** Services with a password other than the first one's. */
  ownPasswords: z.readonly(z.array(serviceId)),
  /** Available work sources, in order of preference. */
  work: z.readonly(z.array(z.object({ service: z.enum(WORK_SERVICE_IDS), payout: z.enum(PAYOUTS) }))),
  /** Events that the server's webhook sends, when signed in; absent without a webhook. */
  webhook: z.optional(z.readonly(z.array(z.enum(WEBHOOK_EVENTS)))),
  /** The pool, when signed in. */
  pool: z.optional(z.object({ url: z.string(), user: z.string() })),
  /** Whether a price source has been chosen, when signed in. */
  prices: z.optional(z.boolean()),
  /** The selected connection, when signed in. */
  connection: z.optional(z.object({ id: z.string(), name: z.string() }))
});
export type SessionStatus = z.output<typeof sessionStatus>;

/** The token of a sign-in link, or a password for all services, with separate passwords where needed. */
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
  /** Fails with a code that begins with `session/`. */
  signIn: post('/session', json(signInRequest), json(signInResult), { timeoutMs: 30_000 }),
  signOut: post('/session/end', empty, nothing)
};

/** `createSession({ fetch, baseUrl: '/api' })`. */
export const createSession = (options: TransportOptions) => createClient(sessionRoutes, options);
export type Session = ReturnType<typeof createSession>;
