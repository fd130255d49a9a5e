import { decodeAnswer, type AnswerDecoder, type LoadErrorReader } from './response';
import { ConnectionClosedError, DialectError, TimeoutError, UnreachableError, type Exchange } from './errors';
import { whenAborted } from '$lib/async/whenAborted';
import { AppError } from '$lib/errors';
import type { Dialect } from '../dialect';
import { encodeRequest, exchangeOf, type UntypedCall } from './request';
import type { CallOptions, ResultOf, Route } from './route';
import { openSpelling } from './spelling';

/** The subset of `fetch` that a client needs; the embedded node's `fetch` implements it. */
export type Fetch = (request: Request) => Promise<Response>;

/** A client's transport settings. */
export interface TransportOptions {
  readonly fetch: Fetch;
  /** Origin and path prefix of the routes, for example `http://127.0.0.1:9980` or `…/api/daemon`. */
  readonly baseUrl: string;
  /** Timeout per call in ms, including the complete response; for a stream, until its headers. Default: 10 s. */
  readonly timeoutMs?: number;
  /** Maximum size of a response held in memory, in bytes. Default: the route's. */
  readonly maxBytes?: number;
  /** Decodes long responses; by default they are decoded in the calling thread. */
  readonly decoder?: AnswerDecoder;
  /** Called with every answer, for others who need the same. */
  readonly onanswer?: (route: Route, answer: unknown) => void;
  /** Sent with every call, for example Authorization for direct connections. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Marks requests from our own scripts. Another site's page cannot add it without a preflight, which is rejected.
 * Quarry's server requires it for all requests with side effects.
 */
export const SCRIPT_HEADER = 'quarry-request';

const DEFAULT_TIMEOUT_MS = 10_000;

/** What is known about the server. */
export interface Peer {
  /** Dialect of its bodies; ours until the server reports another. */
  dialect?: Dialect;
  /** Loads its service's error table; without it, errors have generic codes. */
  readonly loadErrors?: LoadErrorReader;
}

/**
 * Sends a request and decodes the response. A request that may have reached the server is never retried, because
 * submissions are not idempotent.
 * @throws {AppError} one of the classes in errors.ts; if the caller's signal aborts, its reason is thrown
 */
export async function send<R extends Route>(
  options: TransportOptions,
  route: R,
  call: UntypedCall,
  choices?: CallOptions,
  peer: Peer = {}
): Promise<ResultOf<R>> {
  try {
    return await sendIn(peer, options, route, call, choices);
  } catch (error) {
    if (!(error instanceof DialectError) || error.dialect === peer.dialect) throw error;
    // Quarry's server did not forward the request.
    peer.dialect = error.dialect;
    return sendIn(peer, options, route, call, choices);
  }
}

async function sendIn<R extends Route>(
  { dialect, loadErrors }: Peer,
  options: TransportOptions,
  route: R,
  call: UntypedCall,
  { signal, timeoutMs }: CallOptions = {}
): Promise<ResultOf<R>> {
  const exchange = exchangeOf(route);
  const encoded = encodeRequest(route, call, await openSpelling(dialect));
  const limitMs = timeoutMs ?? route.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), limitMs);
  const ending = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
  // Covers a fetch that ignores its signal, or has even dropped the request along with the request's signal.
  const { aborted, forget } = whenAborted(timeout.signal, ...(signal ? [signal] : []));
  try {
    const request = new Request(`${options.baseUrl.replace(/\/$/, '')}${encoded.pathname}${encoded.search}`, {
      method: route.method,
      headers: { [SCRIPT_HEADER]: '1', ...encoded.headers, ...options.headers },
      body: encoded.body,
      redirect: 'manual',
      cache: 'no-store',
      signal: ending
    });
    const response = await Promise.race([options.fetch(request), aborted]);
    const limits = { maxBytes: options.maxBytes ?? route.maxBytes, timeoutMs: limitMs };
    const { decoder } = options;
    const decoding = decodeAnswer(route, response, limits, loadErrors, decoder && { decoder, signal: ending });
    const answer = await Promise.race([decoding.catch(asClosed(exchange)), aborted]);
    options.onanswer?.(route, answer);
    return answer;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (timeout.signal.aborted) throw new TimeoutError(exchange, limitMs);
    if (error instanceof AppError) throw error;
    throw new UnreachableError(exchange, { cause: error });
  } finally {
    clearTimeout(timer);
    forget();
  }
}

/** An error while reading the response means that the connection closed. */
const asClosed = (exchange: Exchange) => (error: unknown) => {
  throw error instanceof AppError ? error : new ConnectionClosedError(exchange, { cause: error });
};
