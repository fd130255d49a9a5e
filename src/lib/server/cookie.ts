import type { Cookies } from '@sveltejs/kit';
import type { Config } from './config';
import { SESSION_SECONDS, type Credentials, type Sealer } from './session';

interface CookieSetup {
  readonly config: Config;
  readonly sealer: Sealer;
}

// Cookies do not know ports; the name does, so that two Quarrys on one computer leave each other's sign-in alone.
const nameFor = (config: Config): string => `quarry-session-${new URL(config.origin).port || 'tls'}`;

const attributesFor = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: config.origin.startsWith('https:') }) as const;

/** Who is signed in, by the sealed cookie. */
export function readSession(cookies: Cookies, { config, sealer }: CookieSetup): Credentials | undefined {
  const sealed = cookies.get(nameFor(config));
  return sealed === undefined ? undefined : sealer.open(sealed);
}

export function writeSession(cookies: Cookies, { config, sealer }: CookieSetup, credentials: Credentials): void {
  cookies.set(nameFor(config), sealer.seal(credentials), { ...attributesFor(config), maxAge: SESSION_SECONDS });
}

/** Signs out: the cookie goes, and a copy of it opens nothing. */
export function endSession(cookies: Cookies, { config, sealer }: CookieSetup): void {
  const sealed = cookies.get(nameFor(config));
  cookies.delete(nameFor(config), attributesFor(config));
  if (sealed !== undefined) sealer.end(sealed);
}
