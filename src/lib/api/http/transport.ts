import { decodeAnswer, type LoadErrorReader } from './response';
import { ConnectionClosedError, DialectError, TimeoutError, UnreachableError, type Exchange } from './errors';
import { AppError } from '$lib/errors';
import type { Dialect } from '../dialect';
import { encodeRequest, exchangeOf, type LooseCall } from './request';
import type { CallOptions, ResultOf, Route } from './route';
import { openSpelling } from './spelling';

/** The part of `fetch` a client needs; the embedded node's own function fits too. */
export type Fetch = (request: Request) => Promise<Response>;

/** Where and how a client talks. */
export interface TransportOptions {
  readonly fetch: Fetch;
  /** Origin and path prefix before the route's path, for example `http://127.0.0.1:9980` or `…/api/daemon`. */
  readonly baseUrl: string;
  /** Milliseconds until a call is given up, the whole answer included. Default 10 s; a stream only until its headers. */
  readonly timeoutMs?: number;
  /** Largest answer held in memory, bytes. Default 32 MB. */
  readonly maxBytes?: number;
  /** Sent with every call, for example Authorization when there is no server between. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Marks a call as made by our own script. A page of another site cannot add it without a preflight that is refused,
 * so the server between asks for it before anything that changes something.
 */
export const SCRIPT_HEADER = 'quarry-request';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

/** What is known of the server at the other end. */
export interface Peer {
  /** That bodies are written in; ours until the server says otherwise. */
  dialect?: Dialect;
  /** Its service's errors; without them its refusals have general codes. */
  readonly loadErrors?: LoadErrorReader;
}

/**
 * Sends one request of the route and decodes the answer. Nothing that may have reached the server is repeated: a second
 * submission is not harmless.
 * @throws {AppError} one of the classes in errors.ts; an abort by the caller's own signal is passed on as it is
 */
export async function send<R extends Route>(
  options: TransportOptions,
  route: R,
  call: LooseCall,
  choices?: CallOptions,
  peer: Peer = {}
): Promise<ResultOf<R>> {
  try {
    return await sendIn(peer, options, route, call, choices);
  } catch (error) {
    if (!(error instanceof DialectError) || error.dialect === peer.dialect) throw error;
    // The body did not leave Quarry's server.
    peer.dialect = error.dialect;
    return sendIn(peer, options, route, call, choices);
  }
}

async function sendIn<R extends Route>(
  { dialect, loadErrors }: Peer,
  options: TransportOptions,
  route: R,
  call: LooseCall,
  { signal, timeoutMs }: CallOptions = {}
): Promise<ResultOf<R>> {
  const exchange = exchangeOf(route);
  const encoded = encodeRequest(route, call, await openSpelling(dialect));
  const limitMs = timeoutMs ?? route.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), limitMs);
  let forgetSignal = () => {};
  try {
    const request = new Request(`${options.baseUrl.replace(/\/$/, '')}${encoded.pathname}${encoded.search}`, {
      method: route.method,
      headers: { [SCRIPT_HEADER]: '1', ...encoded.headers, ...options.headers },
      body: encoded.body,
      redirect: 'manual',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal
    });
    // The race is for a fetch that does not listen to its signal; it may even have dropped the request, and with it the
    // request's own signal.
    const { aborted, forget } = whenAborted(signal ? [timeout.signal, signal] : [timeout.signal]);
    forgetSignal = forget;
    const response = await Promise.race([options.fetch(request), aborted]);
    const limits = { maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES, timeoutMs: limitMs };
    return await Promise.race([decodeAnswer(route, response, limits, loadErrors).catch(asClosed(exchange)), aborted]);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (timeout.signal.aborted) throw new TimeoutError(exchange, limitMs);
    if (error instanceof AppError) throw error;
    throw new UnreachableError(exchange, { cause: error });
  } finally {
    clearTimeout(timer);
    forgetSignal();
  }
}

/** What breaks while an answer is read is the connection. */
const asClosed = (exchange: Exchange) => (error: unknown) => {
  throw error instanceof AppError ? error : new ConnectionClosedError(exchange, { cause: error });
};

/**
 * Rejects when one of the signals aborts. To be forgotten afterwards: a caller's signal may live as long as the page, and
 * would keep every listener that was ever added.
 */
function whenAborted(signals: readonly AbortSignal[]): { aborted: Promise<never>; forget: () => void } {
  const listening = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    for (const signal of signals) {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { signal: listening.signal });
    }
  });
  // Nobody waits for it any more when the answer was faster.
  aborted.catch(() => {});
  return { aborted, forget: () => listening.abort() };
}
