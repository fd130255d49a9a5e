import { boundedRoute } from '$lib/api/daemon/boundedRoutes';
import { memoize } from '$lib/chain/memoize';
import { readRequestBody, streamOf } from '$lib/api/http/body';
import { ERROR_CODE_HEADER, wholeResponse, type WholeBody } from '$lib/api/http/response';
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
import { exchangeOf, type RequestParts } from '$lib/api/http/request';
import { CodecError } from '$lib/codec/errors';
import { stringifyJson } from '$lib/codec/json';
import { AppError } from '$lib/errors';
import { ServerRefusal } from '../errors';
import { checkSameOrigin } from './guard';
import { forwardAnswer } from './forwardAnswer';
import { endingWhenIdle } from './idle';
import { basicAuthorization, UPSTREAM_ORIGIN, type Upstream } from './upstream';

/** One service that pages may use through us. */
export interface ProxyTarget {
  /** The endpoints passed on; anything else is unknown here, whatever the upstream offers. */
  readonly tables: readonly RouteTable[];
  readonly upstream: Upstream;
  /** Milliseconds for an answer, where its route says nothing else. */
  readonly timeoutMs: number;
  /** Calls that wait for an answer; who stops aborts them. */
  readonly underWay?: Set<AbortController>;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Passes a page's request on and brings the answer back. Only what the route declares travels: its path, its query
 * names, its body in the right Content-Type and the dialect of it; of the answer, status, body, Content-Type, dialect and
 * Allow.
 * @param path path below the service, as sent
 * @param password the upstream's; undefined when nobody is signed in
 */
export async function proxy(
  target: ProxyTarget,
  request: Request,
  path: string,
  password: string | undefined
): Promise<Response> {
  try {
    const { method } = request;
    const found = findRoute(target.tables, method, path);
    if (found.found === 'nothing') throw new NotFoundError({ method, path }, 404, 'Not an address Quarry passes on');
    if (found.found === 'path') throw new MethodNotAllowedError({ method, path }, 405, found.allow.join(', '));
    const { route, params } = found;
    checkSameOrigin(request.headers, route.effect);
    if (password === undefined) throw new UnauthorizedError(exchangeOf(route), 401, 'Sign in to Quarry first');
    return await exchange(target, route, params, request, password);
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 });
    if (error instanceof AppError) return refusal(error);
    throw error;
  }
}

async function exchange(
  target: ProxyTarget,
  route: Route,
  params: Record<string, string>,
  request: Request,
  password: string
): Promise<Response> {
  const about = exchangeOf(route);
  const timeoutMs = route.timeoutMs ?? target.timeoutMs;
  // Of the time, of who asks, or of the server's end. One controller: signals made of signals take longer than the rest.
  const ending = new AbortController();
  const { signal } = ending;
  const timer = setTimeout(() => ending.abort(), timeoutMs);
  target.underWay?.add(ending);
  if (request.signal.aborted) ending.abort();
  else request.signal.addEventListener('abort', () => ending.abort(), { once: true });
  try {
    const passedOn = await upstreamRequest(route, params, request, password, signal);
    const ended = whenAborted(signal);
    const response = await Promise.race([target.upstream(passedOn), ended]);
    if (route.result.kind === 'stream' && response.ok) {
      return answer(route, response, response.body && endingWhenIdle(response.body, timeoutMs));
    }
    const limits = { maxBytes: route.maxBytes, idleMs: timeoutMs };
    const body = await Promise.race([forwardAnswer(about, response, limits), ended]);
    return answer(route, response, body);
  } catch (error) {
    if (signal.aborted) throw new TimeoutError(about, timeoutMs);
    throw error;
  } finally {
    clearTimeout(timer);
    target.underWay?.delete(ending);
  }
}

/** Names of the queries that a route declares; those of a page's own routes stand in the table of bounds. */
const queryNames = memoize((route: Route): readonly string[] => Object.keys(boundedRoute(route).query));

async function upstreamRequest(
  route: Route,
  params: Record<string, string>,
  request: Request,
  password: string,
  signal: AbortSignal
): Promise<RequestParts> {
  const search = new URLSearchParams();
  const given = new URL(request.url).searchParams;
  for (const name of queryNames(route)) {
    const value = given.get(name);
    if (value !== null) search.set(name, value);
  }
  const headers = new Headers({ authorization: basicAuthorization(password) });
  const contentType = CONTENT_TYPES[route.body.kind];
  if (contentType !== undefined) headers.set('content-type', contentType);
  const written = request.headers.get(DIALECT_HEADER);
  if (written !== null) headers.set(DIALECT_HEADER, written);
  const maxBytes = route.body.kind === 'bytes' ? route.body.maxBytes : MAX_BODY_BYTES;
  const sent = contentType && (await readRequestBody(exchangeOf(route), request, maxBytes));
  const url = `${UPSTREAM_ORIGIN}${pathPattern(route.path).format(params)}${search.size > 0 ? `?${search}` : ''}`;
  return {
    url,
    method: route.method,
    headers,
    signal,
    get body() {
      return sent ? streamOf([sent]) : null;
    },
    arrayBuffer: async () => (sent || new Uint8Array(0)).slice().buffer
  };
}

// A daemon reads parameters only under this type and answers 204 to anything else, having done nothing.
const CONTENT_TYPES: Record<Route['body']['kind'], string | undefined> = {
  empty: undefined,
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  bytes: 'application/octet-stream'
};

const NO_BODY = [101, 103, 204, 205, 304];

function answer(route: Route, response: Response, body: WholeBody | ReadableStream | null): Response {
  const headers = new Headers({
    'content-type': contentType(route, response),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff'
  });
  for (const name of ['allow', DIALECT_HEADER]) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (NO_BODY.includes(response.status)) {
    headers.delete('content-type');
    return new Response(null, { status: response.status, headers });
  }
  const { status } = response;
  return Array.isArray(body)
    ? wholeResponse(body as WholeBody, { status, headers })
    : new Response(body as ReadableStream | null, { status, headers });
}

/** Never the upstream's word for it: a daemon guesses, and an HTML page must not run as one of ours. */
function contentType(route: Route, response: Response): string {
  if (response.headers.get('content-type')?.startsWith('application/json')) return 'application/json; charset=utf-8';
  const isBinary = response.ok && (route.result.kind === 'bytes' || route.result.kind === 'stream');
  return isBinary ? 'application/octet-stream' : 'text/plain; charset=utf-8';
}

/** Status by code of the failures that the server between reports as such. */
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
  'api/module-loading': 490,
  'api/module-disabled': 491,
  'api/dialect': 409,
  'api/bad-request': 400
};

/** Our own refusal or failure, named in a header so that the page does not take it for the upstream's. */
export function refusal(error: AppError): Response {
  const refused = error instanceof ServerRefusal ? error : unreadable(error);
  const { code, message } = refused ?? error;
  const headers = new Headers({ [ERROR_CODE_HEADER]: code, 'cache-control': 'no-store' });
  if (error instanceof DialectError && error.dialect) headers.set(DIALECT_HEADER, error.dialect);
  if (error instanceof MethodNotAllowedError) headers.set('allow', error.serverMessage);
  const body = stringifyJson({ message, code, ...(refused && { data: { ...refused.data } }) });
  headers.set('content-type', 'application/json; charset=utf-8');
  return wholeResponse(body, { status: refused?.status ?? statusOf(error), headers });
}

const statusOf = (error: AppError): number =>
  error instanceof TooLargeError && error.part === 'body' ? 413 : (REFUSAL_STATUS[error.code] ?? 500);

/** A request that another version of the page, or another program, wrote. */
const unreadable = (error: AppError): ServerRefusal | undefined =>
  (error instanceof DecodeError && error.part !== 'answer') || error instanceof CodecError
    ? new ServerRefusal('request/unreadable', { reason: error.message }, { cause: error })
    : undefined;

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
