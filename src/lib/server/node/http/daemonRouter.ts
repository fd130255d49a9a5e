import { encodeAnswer } from '$lib/api/http/response';
import { DecodeError } from '$lib/api/http/errors';
import { CLIENT_CLOSED_REQUEST, textBody, type HttpRequest, type HttpResponse } from '$lib/api/http/message';
import { StepQueue } from '$lib/async/stepQueue';
import { decodeRequest } from '$lib/api/http/request';
import { AppError } from '$lib/errors';
import { Refusal, refusal } from '../errors';
import { NotStoredError, storeError } from '../store/sqliteError';
import { passwordCheck } from './password';
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
export function createDaemonRouter(options: DaemonRouterOptions): (request: HttpRequest) => Promise<HttpResponse> {
  const { modules, agent, password, realm } = options;
  const hasPassword = passwordCheck(password);
  const bodies = new StepQueue();
  return async (request) => {
    const { path } = request;
    // Before routing and authentication, so that a cross-site page learns nothing.
    if (!(request.headers['user-agent'] ?? '').includes(agent)) return refused(refusal('api/user-agent-refused'));
    const found = findHandler(modules, request.method, path);
    if (found.found === 'route') {
      if (found.route.access === 'password' && !hasPassword(request)) return unauthorized(realm);
      return answer(found, request, bodies);
    }
    const allow = allowHeader(modules, path);
    if (allow === undefined) return redirectTo(modules, request) ?? MODULE_DISABLED();
    if (request.method === 'OPTIONS') return { status: 200, headers: { allow }, body: [] };
    return methodNotAllowed(request.method, allow);
  };
}

const MODULE_DISABLED = () => jsonError(491, '491 Module disabled - Refer to API.md');

async function answer(
  found: Extract<Destination, { found: 'route' }>,
  request: HttpRequest,
  bodies: StepQueue
): Promise<HttpResponse> {
  const { route, params, handler } = found;
  try {
    const decoded = await decodeRequest(route, params, request, { steps: bodies });
    return encodeAnswer(route, await handler(decoded, request));
  } catch (thrown) {
    if (request.signal.aborted) return CLIENT_CLOSED_REQUEST;
    const error = storeError(thrown);
    if (error instanceof Refusal) return refused(error);
    if (error instanceof NotStoredError) return jsonError(500, error.message);
    if (error instanceof DecodeError && error.part !== 'answer') {
      const unreadable = unreadableByDaemon(error);
      const named = error.field === '' ? undefined : error.field;
      return unreadable
        ? jsonError(unreadable.status, unreadable.message, named)
        : jsonError(400, unreadableReason(error), named);
    }
    if (error instanceof AppError) return jsonError(error instanceof DecodeError ? 500 : 400, error.message);
    console.error(error);
    return jsonError(500, 'internal error; see the node’s log');
  }
}

/**
 * To the canonical path, with the query, for doubled slashes or wrong letter case, as daemons do: only a method that
 * the path has, and 307 keeps it.
 */
function redirectTo(modules: readonly Module[], { method, path, query }: HttpRequest): HttpResponse | undefined {
  const meant = path.replaceAll(/\/{2,}/g, '/').toLowerCase();
  if (findHandler(modules, method, meant).found !== 'route') return undefined;
  const location = query === '' ? meant : `${meant}?${query}`;
  if (method !== 'GET') return { status: 307, headers: { location }, body: [] };
  const headers = { location, 'content-type': 'text/html; charset=utf-8' };
  return { status: 301, headers, body: textBody(`<a href="${escaped(location)}">Moved Permanently</a>.\n\n`) };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;'
};
const escaped = (url: string): string => url.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign]!);

const refused = ({ status, message, parameter }: Refusal): HttpResponse => jsonError(status, message, parameter);

/** The API's error, `{message: string}` with optional extra fields. Ours names the parameter at fault. */
function jsonError(status: number, message: string, parameter?: string): HttpResponse {
  const statusText = status >= 490 && status < 500 ? `status code ${status}` : undefined;
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, statusText, headers, body: textBody(`${JSON.stringify({ message, parameter })}\n`) };
}

function unauthorized(realm: string): HttpResponse {
  const response = jsonError(401, 'API authentication failed.');
  return { ...response, headers: { ...response.headers, 'www-authenticate': `Basic realm="${realm}"` } };
}

const methodNotAllowed = (method: string, allow: string): HttpResponse => ({
  status: 405,
  headers: { allow, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: method === 'HEAD' ? [] : textBody('Method Not Allowed\n')
});
