import { encodeAnswer } from '$lib/api/http/response';
import { DecodeError } from '$lib/api/http/errors';
import { decodeRequest, type RequestParts } from '$lib/api/http/request';
import { AppError } from '$lib/errors';
import { Refusal, refusal } from '../errors';
import { hasPassword } from './password';
import { allowHeader, findHandler, type Destination, type Module } from './tables';
import { unreadableByDaemon, unreadableReason } from './unreadableRequest';

export interface DaemonRouterOptions {
  readonly modules: readonly Module[];
  /** Required substring of User-Agent; empty disables the check. */
  readonly agent: string;
  readonly password: string;
  /** Realm of the password challenge. */
  readonly realm: string;
}

/** Serves the daemon API with a daemon's order of checks, statuses and error texts. */
export function createDaemonRouter(options: DaemonRouterOptions): (request: RequestParts) => Promise<Response> {
  const { modules, agent, password, realm } = options;
  return async (request) => {
    const { pathname } = new URL(request.url);
    // Before routing and authentication, so that a cross-site page learns nothing.
    if (agent !== '' && !(request.headers.get('user-agent') ?? '').includes(agent))
      return refused(refusal('api/user-agent-refused'));
    const found = findHandler(modules, request.method, pathname);
    if (found.found === 'route') {
      if (found.route.access === 'password' && !hasPassword(request, password)) return unauthorized(realm);
      return answer(found, request);
    }
    const allow = allowHeader(modules, pathname);
    if (allow === undefined) return redirectTo(modules, request.method, pathname) ?? MODULE_DISABLED();
    if (request.method === 'OPTIONS') return new Response(null, { status: 200, headers: { allow } });
    return methodNotAllowed(request.method, allow);
  };
}

const MODULE_DISABLED = () => jsonError(491, '491 Module disabled - Refer to API.md');

async function answer(found: Extract<Destination, { found: 'route' }>, request: RequestParts): Promise<Response> {
  const { route, params, handler } = found;
  try {
    const decoded = await decodeRequest(route, params, request);
    return encodeAnswer(route, await handler(decoded, { signal: request.signal }));
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    if (error instanceof DecodeError) {
      const unreadable = unreadableByDaemon(error);
      const named = error.field === '' ? undefined : error.field;
      return unreadable
        ? jsonError(unreadable.status, unreadable.message, named)
        : jsonError(400, unreadableReason(error), named);
    }
    if (error instanceof AppError) return jsonError(400, error.message);
    console.error(error);
    return jsonError(500, 'internal error, see the log of the node');
  }
}

/** 301 to the canonical path for doubled slashes or wrong letter case, as daemons do. */
function redirectTo(modules: readonly Module[], method: string, pathname: string): Response | undefined {
  const meant = pathname.replaceAll(/\/{2,}/g, '/').toLowerCase();
  if (meant === pathname || allowHeader(modules, meant) === undefined) return undefined;
  const headers = { location: meant, 'content-type': 'text/html; charset=utf-8' };
  if (method !== 'GET') return new Response(null, { status: 308, headers });
  return new Response(`<a href="${meant}">Moved Permanently</a>.\n\n`, { status: 301, headers });
}

const refused = ({ status, message, parameter }: Refusal): Response => jsonError(status, message, parameter);

/** The document: "`{message: string}`, possibly with extra fields". Ours says which parameter is at fault. */
function jsonError(status: number, message: string, parameter?: string): Response {
  const statusText = status >= 490 && status < 500 ? `status code ${status}` : undefined;
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return new Response(`${JSON.stringify({ message, parameter })}\n`, { status, statusText, headers });
}

function unauthorized(realm: string): Response {
  const response = jsonError(401, 'API authentication failed.');
  response.headers.set('www-authenticate', `Basic realm="${realm}"`);
  return response;
}

const methodNotAllowed = (method: string, allow: string): Response =>
  new Response(method === 'HEAD' ? null : 'Method Not Allowed\n', {
    status: 405,
    headers: { allow, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  });
