import type { Cookies } from '@sveltejs/kit';
import { PAGE_TOKEN_HEADER, pageTokenIn } from '$lib/api/quarry/pageToken';
import type { HttpHeaders } from '$lib/api/http/message';
import { memoize } from '$lib/chain/memoize';
import type { Config } from '../config';
import { ServerRefusal } from '../errors';
import { SESSION_SECONDS, type Sealer, type Session } from './session';
import { isOverTls } from '../trustedProxies';

interface CookieSetup {
  readonly config: Config;
  readonly sealer: Sealer;
}

/** The client of a request. */
export interface RequestClient {
  readonly headers: HttpHeaders;
  /** The remote address of the connection: the browser's, or a proxy's; empty if it is already closed. */
  readonly peer: string;
}

/** A request to SvelteKit. It has no address, although its type says so, if its client has reset the connection. */
interface KitRequest {
  readonly request: Request;
  readonly getClientAddress: () => string | undefined;
}

/** The client of a request to SvelteKit. */
export const clientOf = ({ request, getClientAddress }: KitRequest): RequestClient => ({
  headers: Object.fromEntries(request.headers),
  peer: getClientAddress() ?? ''
});

const isSecure = ({ headers, peer }: RequestClient, { config }: CookieSetup): boolean =>
  isOverTls(peer, headers, config);

const portOf = memoize(({ origin }: Config) => new URL(origin).port || 'tls');

/**
 * Cookies are not separated by port, so the name contains it: two instances on one computer do not interfere. Browsers
 * accept a name with the prefix `__Host-` only over TLS and from this very host, never for a whole domain.
 */
function nameFor(client: RequestClient, setup: CookieSetup): string {
  const name = `quarry-session-${portOf(setup.config)}`;
  return isSecure(client, setup) ? `__Host-${name}` : name;
}

const attributesFor = (client: RequestClient, setup: CookieSetup) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(client, setup) }) as const;

/**
 * All cookies with our name: without TLS, another port of this host can set one with a longer path, which browsers send
 * before ours.
 */
function sealedIn(client: RequestClient, setup: CookieSetup): string[] {
  const name = nameFor(client, setup);
  const pairs = (client.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  // Our names and values need no escaping.
  return pairs.flatMap(([key, value = '']) => (key === name ? [value] : []));
}

/** The session of a request: from a cookie that we sealed, if the request has the matching page token. */
export function readSession(client: RequestClient, setup: CookieSetup): Session | undefined {
  const { headers } = client;
  const pageToken = headers[PAGE_TOKEN_HEADER] ?? pageTokenIn(headers['sec-websocket-protocol']);
  for (const sealed of sealedIn(client, setup)) {
    const session = setup.sealer.open(sealed, pageToken);
    if (session) return session;
  }
  return undefined;
}

/** Browsers limit cookies to 4096 bytes, name and attributes included. */
const MAX_COOKIE_LENGTH = 3_800;

/** @throws {ServerRefusal} the cookie has no room for another password; it is left unchanged */
export function writeSession(cookies: Cookies, client: RequestClient, setup: CookieSetup, session: Session): void {
  const sealed = setup.sealer.seal(session);
  if (sealed.length > MAX_COOKIE_LENGTH) {
    throw new ServerRefusal('session/full', {});
  }
  cookies.set(nameFor(client, setup), sealed, { ...attributesFor(client, setup), maxAge: SESSION_SECONDS });
}

/** Signs out: revokes the session and deletes the cookie. Without the page token, nothing is revoked. */
export function endSession(cookies: Cookies, client: RequestClient, setup: CookieSetup): void {
  const session = readSession(client, setup);
  cookies.delete(nameFor(client, setup), attributesFor(client, setup));
  if (session) setup.sealer.end(session);
}
