import * as z from 'zod/mini';
import { PAYOUTS, serviceId, WORK_SERVICE_IDS } from '../services/ids';
import { createClient } from '../http/client';
import { empty, get, json, nothing, post } from '../http/route';
import type { TransportOptions } from '../http/transport';

/** What a page may know about the setup: no addresses, no secrets. */
export const sessionStatus = z.object({
  signedIn: z.boolean(),
  /** The node inside Quarry's own server, or servers elsewhere. */
  mode: z.enum(['embedded', 'remote']),
  /** The embedded node's network. */
  network: z.optional(z.string()),
  /** What the connection has; a pool only for people who are signed in. */
  services: z.readonly(z.array(serviceId)),
  /** Those of them that have an address of their own. */
  elsewhere: z.readonly(z.array(serviceId)),
  /** Those whose password a sign-in may bring besides the first one. */
  ownPasswords: z.readonly(z.array(serviceId)),
  /** What there is to mine with, the usual first. */
  work: z.readonly(z.array(z.object({ service: z.enum(WORK_SERVICE_IDS), payout: z.enum(PAYOUTS) }))),
  /** The pool to mine for, for people who are signed in. */
  pool: z.optional(z.object({ url: z.string(), user: z.string() })),
  /** What all this is about, for people who are signed in: the connection that was selected. */
  connection: z.optional(z.object({ id: z.string(), name: z.string() }))
});
export type SessionStatus = z.output<typeof sessionStatus>;

/** The token of a sign-in link; or a password that is tried with every service, and those of services with others. */
export const signInRequest = z.union([
  z.object({ token: z.string() }),
  z.object({ password: z.string(), passwords: z.optional(z.partialRecord(serviceId, z.string())) })
]);
export type SignInRequest = z.output<typeof signInRequest>;

/** What a sign-in gives: the cookie that comes with it is good only together with the page token. */
export const signInResult = z.extend(sessionStatus, { pageToken: z.string() });
export type SignInResult = z.output<typeof signInResult>;

/** Answered by Quarry's own server, under `/api`. */
export const sessionRoutes = {
  status: get('/session', json(sessionStatus)),
  /** Fails with {@link SignInRefusedError}. */
  signIn: post('/session', json(signInRequest), json(signInResult), { timeoutMs: 30_000 }),
  signOut: post('/session/end', empty, nothing)
};

/** `createSession({ fetch, baseUrl: '/api' })`. */
export const createSession = (options: TransportOptions) => createClient(sessionRoutes, options);
export type Session = ReturnType<typeof createSession>;
