import { boundedRoute } from '$lib/api/daemon/boundedRoutes';
import { memoize } from '$lib/chain/memoize';
import { readRequestBody } from '$lib/api/http/body';
import {
  CLIENT_CLOSED_REQUEST,
  isOk,
  isWhole,
  LazyRequest,
  textBody,
  type HttpRequest,
  type HttpResponse
} from '$lib/api/http/message';
import { ERROR_CODE_HEADER } from '$lib/api/http/response';
import { DIALECT_HEADER } from '$lib/api/http/spelling';
import {
  DecodeError,
  DialectError,
  MethodNotAllowedError,
  NotFoundError,
  TimeoutError,
  TooLargeError,
  UnauthorizedError
} from '$lib/api/http/errors';
import { pathPattern } from '$lib/api/http/path';
import type { Route, RouteTable } from '$lib/api/http/route';
import { findRoute } from '$lib/api/http/findRoute';
import { exchangeOf } from '$lib/api/http/request';
import { CodecError } from '$lib/codec/errors';
import { stringifyJson } from '$lib/codec/json';
import { AppError } from '$lib/errors';
import { ServerRefusal } from '../errors';
import { CallEnd } from './callEnd';
import { checkSameOrigin } from './originChecks';
import { forwardAnswer } from './forwardAnswer';
import { endingWhenIdle } from './idle';
import { basicAuthorization, type Upstream } from './upstream';

/** A service that pages use through the proxy. */
export interface ProxyTarget {
  /** The endpoints to forward; anything else is not found, whatever the upstream offers. */
  readonly tables: readonly RouteTable[];
  readonly upstream: Upstream;
  /** Milliseconds for a response, unless its route has its own limit. */
  readonly timeoutMs: number;
  /** Pending calls, which a stop of the server aborts. */
  readonly underWay?: Set<CallEnd>;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Forwards a page's request, and returns the response. Only what the route declares is forwarded: its path, its query
 * parameters, its body with the right Content-Type, and the body's dialect; of the response, only status, body,
 * Content-Type, dialect and Allow.
 * @param request its path is relative to the service, as sent
 * @param password the upstream's; undefined if not signed in
 */
export async function proxy(
  target: ProxyTarget,
  request: HttpRequest,
  password: string | undefined
): Promise<HttpResponse> {
  try {
    const { method, path } = request;
    const found = findRoute(target.tables, method, path);
    if (found.found === 'nothing') throw new NotFoundError({ method, path }, 404, 'Quarry does not forward this path');
    if (found.found === 'path') throw new MethodNotAllowedError({ method, path }, 405, found.allow.join(', '));
    const { route, params } = found;
    checkSameOrigin(request.headers, route.effect);
    if (password === undefined) throw new UnauthorizedError(exchangeOf(route), 401, 'Sign in to Quarry first');
    return await exchange(target, route, params, request, password);
  } catch (error) {
    if (request.signal.aborted) return CLIENT_CLOSED_REQUEST;
    if (error instanceof AppError) return refusal(error);
    throw error;
  }
}

async function exchange(
  { upstream, timeoutMs: usualMs, underWay }: ProxyTarget,
  route: Route,
  params: Record<string, string>,
  request: HttpRequest,
  password: string
): Promise<HttpResponse> {
  request.signal.throwIfAborted();
  const about = exchangeOf(route);
  const timeoutMs = route.timeoutMs ?? usualMs;
  const end = new CallEnd(request, timeoutMs);
  underWay?.add(end);
  const answered = async (): Promise<HttpResponse> => {
    const response = await upstream(await upstreamRequest(route, params, request, password, end));
    return answer(route, response, await passedOn(route, response, timeoutMs));
  };
  try {
    return await Promise.race([answered(), end.reached]);
  } catch (error) {
    if (end.isReached) throw new TimeoutError(about, timeoutMs);
    throw error;
  } finally {
    end.forget();
    underWay?.delete(end);
  }
}

/** The body to forward: a stream as it arrives, anything else within its limits. */
async function passedOn(route: Route, response: HttpResponse, idleMs: number): Promise<HttpResponse['body']> {
  const { body } = response;
  if (route.result.kind === 'stream' && isOk(response)) return isWhole(body) ? body : endingWhenIdle(body, idleMs);
  return forwardAnswer(exchangeOf(route), response, { maxBytes: route.maxBytes, idleMs });
}

/** Query parameters that a route declares. Routes that take any query have theirs in the table of bounds. */
const queryNames = memoize((route: Route): readonly string[] => Object.keys(boundedRoute(route).query));

async function upstreamRequest(
  route: Route,
  params: Record<string, string>,
  request: HttpRequest,
  password: string,
  end: CallEnd
): Promise<HttpRequest> {
  const type = CONTENT_TYPES[route.body.kind];
  const maxBytes = route.body.kind === 'bytes' ? route.body.maxBytes : MAX_BODY_BYTES;
  const parts = {
    method: route.method,
    path: pathPattern(route.path).format(params),
    query: request.query === '' ? '' : declaredQuery(route, request.query),
    headers: {
      authorization: basicAuthorization(password),
      [DIALECT_HEADER]: request.headers[DIALECT_HEADER],
      'content-type': type
    },
    body: type === undefined ? undefined : [await readRequestBody(exchangeOf(route), request, maxBytes)]
  };
  return new LazyRequest(parts, () => end.signal);
}

function declaredQuery(route: Route, query: string): string {
  const given = new URLSearchParams(query);
  const declared = new URLSearchParams();
  for (const name of queryNames(route)) {
    const value = given.get(name);
    if (value !== null) declared.set(name, value);
  }
  return declared.toString();
}

// A daemon reads form parameters only with this type, and responds 204 to anything else without doing anything.
const CONTENT_TYPES: Record<Route['body']['kind'], string | undefined> = {
  empty: undefined,
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  bytes: 'application/octet-stream'
};

const NO_BODY = [101, 103, 204, 205, 304];

function answer(route: Route, response: HttpResponse, body: HttpResponse['body']): HttpResponse {
  const { status } = response;
  const { allow, [DIALECT_HEADER]: dialect } = response.headers;
  const headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(allow !== undefined && { allow }),
    ...(dialect !== undefined && { [DIALECT_HEADER]: dialect })
  };
  if (NO_BODY.includes(status)) return { status, headers, body: [] };
  return { status, headers: { 'content-type': contentType(route, response), ...headers }, body };
}

/** Never copied from the upstream: a daemon guesses it, and an HTML page must not run on our origin. */
function contentType(route: Route, response: HttpResponse): string {
  if (response.headers['content-type']?.startsWith('application/json')) return 'application/json; charset=utf-8';
  const isBinary = isOk(response) && (route.result.kind === 'bytes' || route.result.kind === 'stream');
  return isBinary ? 'application/octet-stream' : 'text/plain; charset=utf-8';
}

/** Statuses of failures that the proxy itself reports, by error code. */
export const REFUSAL_STATUS: Readonly<Record<string, number>> = {
  'api/forbidden': 403,
  'api/not-found': 404,
  'api/method-not-allowed': 405,
  'api/unauthorized': 401,
  'api/not-configured': 503,
  'api/unreachable': 502,
  'api/stopped': 502,
  'api/connection-closed': 502,
  'api/timeout': 504,
  'api/too-large': 502,
  'api/redirected': 502,
  'api/server-error': 502,
  'api/not-json': 502,
  'api/html': 502,
  'api/cut-short': 502,
  'api/decode': 502,
  'api/unsafe-number': 502,
  'api/module-loading': 490,
  'api/module-disabled': 491,
  'api/dialect': 409,
  'api/bad-request': 400
};

/** Our own refusal or failure, marked by a header so that the page does not mistake it for the upstream's. */
export function refusal(error: AppError): HttpResponse {
  const refused = error instanceof ServerRefusal ? error : unreadable(error);
  const { code, message } = refused ?? error;
  const headers = {
    [ERROR_CODE_HEADER]: code,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...(error instanceof DialectError && error.dialect && { [DIALECT_HEADER]: error.dialect }),
    ...(error instanceof MethodNotAllowedError && { allow: error.serverMessage })
  };
  const body = textBody(stringifyJson({ message, code, ...(refused && { data: { ...refused.data } }) }));
  return { status: refused?.status ?? statusOf(error), headers, body };
}

const statusOf = (error: AppError): number =>
  error instanceof TooLargeError && error.part === 'body' ? 413 : (REFUSAL_STATUS[error.code] ?? 500);

/** A request that cannot be decoded, such as one from another version of the page or from another program. */
const unreadable = (error: AppError): ServerRefusal | undefined =>
  (error instanceof DecodeError && error.part !== 'answer') || error instanceof CodecError
    ? new ServerRefusal('request/unreadable', { reason: error.message }, { cause: error })
    : undefined;
