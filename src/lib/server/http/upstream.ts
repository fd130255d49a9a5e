import type { RequestParts } from '$lib/api/http/request';
import { ConnectionClosedError, UnreachableError } from '$lib/api/http/errors';
import { AppError } from '$lib/errors';
import type { ServerFetch } from './guardedFetch';

/**
 * A server behind Quarry, remote or in this process, with the same signature either way. Request URLs contain the API's
 * path (`http://upstream/consensus`); the address is known to the upstream only.
 */
export type Upstream = (request: RequestParts) => Promise<Response>;

/** Placeholder origin in requests to upstreams. */
export const UPSTREAM_ORIGIN = 'http://upstream';

/**
 * A server reached over HTTP.
 * @param baseUrl without a trailing slash; prefix of the request's path
 * @param userAgent sent with every request; daemons require their agent name in it
 * @param fetch the guarded one for addresses entered by users
 * @throws {UnreachableError} no connection or no HTTP; {@link ConnectionClosedError} a broken connection, also while
 *   the body is read
 */
export function http(baseUrl: string, userAgent: string, fetch: ServerFetch = globalThis.fetch): Upstream {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set('user-agent', userAgent);
    const body = request.body ? await request.arrayBuffer() : undefined;
    const { method, signal } = request;
    const about = { method, path: pathname };
    const closed = (cause: unknown) => (signal.aborted ? cause : new ConnectionClosedError(about, { cause }));
    try {
      const sent = { method, headers, body, signal, redirect: 'manual' } as const;
      return withBody(await fetch(`${baseUrl}${pathname}${search}`, sent), closed);
    } catch (error) {
      if (signal.aborted || error instanceof AppError) throw error;
      throw brokeOff(error) ? closed(error) : new UnreachableError(about, { cause: error });
    }
  };
}

/** Node's error codes of a connection that broke after it was established. */
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

const brokeOff = (error: unknown): boolean =>
  error instanceof Error && BROKEN.includes((error.cause as { code?: string } | undefined)?.code ?? '');

/**
 * The response with body errors mapped by `failure`.
 * @throws {RangeError} a status outside HTTP's range
 */
function withBody({ status, statusText, headers, body }: Response, failure: (cause: unknown) => unknown): Response {
  const reader = body?.getReader();
  const passedOn =
    reader &&
    new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            controller.error(failure(error));
          }
        },
        cancel: (reason) => reader.cancel(reason)
      },
      { highWaterMark: 0 }
    );
  return new Response(passedOn ?? null, { status, statusText, headers });
}

/** An upstream with its API under `prefix`. */
export function mountedAt(prefix: string, upstream: Upstream): Upstream {
  return (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers, signal } = request;
    return upstream({
      url: `${UPSTREAM_ORIGIN}${prefix}${pathname}${search}`,
      method,
      headers,
      signal,
      get body() {
        return request.body;
      },
      arrayBuffer: () => request.arrayBuffer()
    });
  };
}

/** HTTP Basic with an empty user name, as the APIs expect. */
export const basicAuthorization = (password: string): string =>
  `Basic ${Buffer.from(`:${password}`).toString('base64')}`;
