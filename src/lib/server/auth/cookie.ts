import type { Cookies } from '@sveltejs/kit';
import type { Config } from '../config';
import { AppError } from '$lib/errors';
import { SESSION_SECONDS, type Sealer, type Session } from './session';

interface CookieSetup {
  readonly config: Config;
  readonly sealer: Sealer;
}

// Cookies do not know ports; the name does, so that two Quarrys on one computer leave each other's sign-in alone.
const nameFor = (config: Config): string => `quarry-session-${new URL(config.origin).port || 'tls'}`;

const attributesFor = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: config.origin.startsWith('https:') }) as const;

/** Who is signed in, by the sealed cookie. */
export function readSession(cookies: Pick<Cookies, 'get'>, { config, sealer }: CookieSetup): Session | undefined {
  const sealed = cookies.get(nameFor(config));
  return sealed === undefined ? undefined : sealer.open(sealed);
}

/** The cookies of a request that SvelteKit does not read for us. */
export function cookiesIn(headers: Headers): Pick<Cookies, 'get'> {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  // Ours are names and values that need no escapes.
  return { get: (name) => pairs.find(([key]) => key === name)?.[1] };
}

/** Browsers keep no cookie of more than 4096 bytes, its name and attributes included. */
const MOST_LETTERS = 3_800;

/** More passwords than a cookie holds. */
export class SessionFullError extends AppError {
  readonly code = 'session/full';
}

/** @throws {SessionFullError} the cookie stays as it was */
export function writeSession(cookies: Cookies, { config, sealer }: CookieSetup, session: Session): void {
  const sealed = sealer.seal(session);
  if (sealed.length > MOST_LETTERS) {
    throw new SessionFullError('A session holds no more passwords. Remove a connection, or sign out and in again.');
  }
  cookies.set(nameFor(config), sealed, { ...attributesFor(config), maxAge: SESSION_SECONDS });
}

/** Signs out: the cookie goes, and a copy of it opens nothing. */
export function endSession(cookies: Cookies, { config, sealer }: CookieSetup): void {
  const sealed = cookies.get(nameFor(config));
  cookies.delete(nameFor(config), attributesFor(config));
  if (sealed !== undefined) sealer.end(sealed);
}
