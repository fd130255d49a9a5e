import type { Cookies } from '@sveltejs/kit';
import type { Config } from '../config';
import { AppError } from '$lib/errors';
import { SESSION_SECONDS, type Sealer, type Session } from './session';

interface CookieSetup {
  readonly config: Config;
  readonly sealer: Sealer;
}

// Cookies are not separated by port, so the name contains it: two instances on one computer do not interfere.
const nameFor = (config: Config): string => `quarry-session-${new URL(config.origin).port || 'tls'}`;

const attributesFor = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: config.origin.startsWith('https:') }) as const;

/** The session in the sealed cookie. */
export function readSession(cookies: Pick<Cookies, 'get'>, { config, sealer }: CookieSetup): Session | undefined {
  const sealed = cookies.get(nameFor(config));
  return sealed === undefined ? undefined : sealer.open(sealed);
}

/** Cookies of a request outside SvelteKit. */
export function cookiesIn(headers: Headers): Pick<Cookies, 'get'> {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  // Our names and values need no escaping.
  return { get: (name) => pairs.find(([key]) => key === name)?.[1] };
}

/** Browsers limit cookies to 4096 bytes, name and attributes included. */
const MAX_COOKIE_LENGTH = 3_800;

/** The cookie has no space for another password. */
export class SessionFullError extends AppError {
  readonly code = 'session/full';
}

/** @throws {SessionFullError} the cookie is unchanged */
export function writeSession(cookies: Cookies, { config, sealer }: CookieSetup, session: Session): void {
  const sealed = sealer.seal(session);
  if (sealed.length > MAX_COOKIE_LENGTH) {
    throw new SessionFullError(
      'The session cannot store more passwords. Remove a connection, or sign out and in again.'
    );
  }
  cookies.set(nameFor(config), sealed, { ...attributesFor(config), maxAge: SESSION_SECONDS });
}

/** Signs out: deletes the cookie and revokes the session. */
export function endSession(cookies: Cookies, { config, sealer }: CookieSetup): void {
  const sealed = cookies.get(nameFor(config));
  cookies.delete(nameFor(config), attributesFor(config));
  if (sealed !== undefined) sealer.end(sealed);
}
