import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, Readable, type Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import {
  addressesOf,
  ForbiddenAddressError,
  addressCheckedLookup,
  hostOf,
  refuseForbidden,
  type Resolve
} from './addresses';

/** The subset of fetch that is used for remote servers. */
export type ServerFetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Headers;
    readonly body?: Uint8Array<ArrayBuffer> | string | undefined;
    readonly signal?: AbortSignal;
    readonly redirect: 'manual';
  }
) => Promise<Response>;

/** Idle connections are closed after this, before most servers close them. */
const IDLE_MS = 4_000;

const DECODERS: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress]
]);

/**
 * A fetch that does not connect to forbidden addresses. Each connection resolves the name once, checks the addresses,
 * and connects to exactly these; plain fetch would resolve again, possibly to another address (DNS rebinding).
 * @returns throws a TypeError like fetch, with the system's error as cause, or a {@link ForbiddenAddressError}
 */
export function addressCheckedFetch(resolve: Resolve = addressesOf): ServerFetch {
  const lookup = addressCheckedLookup(resolve);
  const options = { keepAlive: true, timeout: IDLE_MS };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };

  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    // Literal IP addresses are not looked up.
    refuseForbidden(hostOf(url));
    const isSecure = url.protocol === 'https:';
    const sent = new Headers(headers);
    sent.set('accept-encoding', 'gzip, deflate, br');
    const bytes = typeof body === 'string' ? Buffer.from(body) : body && Buffer.from(body);
    if (bytes) sent.set('content-length', String(bytes.length));
    signal?.throwIfAborted();
    return new Promise<Response>((answer, fail) => {
      const request = (isSecure ? requestHttps : requestHttp)(url, {
        method,
        headers: Object.fromEntries(sent),
        signal,
        lookup,
        agent: agents[isSecure ? 'https:' : 'http:']
      });
      // We never request an upgrade: a server that switches protocols is not an HTTP server.
      request.on('upgrade', (_, socket) => {
        socket.destroy();
        fail(failureOf(Object.assign(new Error('Unexpected upgrade'), { code: 'HPE_UPGRADE' })));
      });
      // No effect after a response or an error.
      request.on('close', () => fail(failureOf(Object.assign(new Error('No answer'), { code: 'ECONNRESET' }))));
      request.on('error', (error) => fail(signal?.aborted ? signal.reason : failureOf(error)));
      request.on('response', (response) => {
        try {
          answer(responseOf(response));
        } catch (error) {
          request.destroy();
          fail(error);
        }
      });
      request.end(bytes);
    });
  };
}

const failureOf = (error: Error): Error =>
  error instanceof ForbiddenAddressError ? error : new TypeError('fetch failed', { cause: error });

const NO_BODY = [204, 304];
/** Has no content either, but HTTP does not rule out a body, which could be endless. */
const RESET_CONTENT = 205;

/** @throws {RangeError} a status outside HTTP's */
function responseOf(received: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText } = received;
  const headers = new Headers();
  for (const [name, values] of Object.entries(received.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  if (status === RESET_CONTENT || NO_BODY.includes(status)) {
    if (status === RESET_CONTENT) received.destroy();
    else received.resume();
    return new Response(null, { status, statusText, headers });
  }
  const decoder = DECODERS.get(received.headers['content-encoding']?.toLowerCase() ?? '')?.();
  // An error of either stream destroys the other and reaches the reader.
  const body: Readable = decoder ? pipeline(received, decoder, () => undefined) : received;
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, statusText, headers });
}
