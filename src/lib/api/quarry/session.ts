import * as z from 'zod/mini';
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
  daemonConfigured: z.boolean(),
  walletConfigured: z.boolean(),
  signingConfigured: z.boolean(),
  /** The signing server is elsewhere and may have a password of its own. */
  signingElsewhere: z.boolean(),
  /** A mining server, or one that may be one. */
  miningConfigured: z.boolean(),
  /** The pool to mine for, for people who are signed in. */
  pool: z.optional(z.object({ url: z.string(), user: z.string() })),
  /** What all this is about, for people who are signed in: the connection that was selected. */
  connection: z.optional(z.object({ id: z.string(), name: z.string() }))
});
export type SessionStatus = z.output<typeof sessionStatus>;

/**
 * The token of a sign-in link; or the upstream's API password, with the wallet and signing servers' own where they have
 * others.
 */
export const signInRequest = z.union([
  z.object({ token: z.string() }),
  z.object({
    password: z.string(),
    walletPassword: z.optional(z.string()),
    signingPassword: z.optional(z.string())
  })
]);
export type SignInRequest = z.output<typeof signInRequest>;

/** Answered by Quarry's own server, under `/api`. */
export const sessionRoutes = {
  status: get('/session', json(sessionStatus)),
  /** Fails with {@link SignInRefusedError}. */
  signIn: post('/session', json(signInRequest), json(sessionStatus), { timeoutMs: 30_000 }),
  signOut: post('/session/end', empty, nothing)
};

/** `createSession({ fetch, baseUrl: '/api' })`. */
export const createSession = (options: TransportOptions) => createClient(sessionRoutes, options);
export type Session = ReturnType<typeof createSession>;
