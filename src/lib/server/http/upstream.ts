import { ConnectionClosedError, UnreachableError } from '$lib/api/http/errors';
import { AppError } from '$lib/errors';
import type { ServerFetch } from './guardedFetch';

/**
 * A server behind us, elsewhere or inside this process: the same function either way. Requests carry the path of the
 * API (`http://upstream/consensus`); where that is, only the upstream knows.
 */
export type Upstream = (request: Request) => Promise<Response>;

/** Stands for any upstream's address in requests to it. */
export const UPSTREAM_ORIGIN = 'http://upstream';

/**
 * A server reached over HTTP.
 * @param baseUrl without a slash at the end; its path is put before the request's
 * @param userAgent sent with every request; daemons refuse those without the right words in it
 * @param fetch by which way; the guarded one where somebody on a page chose the address
 * @throws {UnreachableError} no connection, or no HTTP at the other end; {@link ConnectionClosedError} one that broke, also
 *   while the body is read
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

/** Node's names for a connection that was there and went. */
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

const brokeOff = (error: unknown): boolean =>
  error instanceof Error && BROKEN.includes((error.cause as { code?: string } | undefined)?.code ?? '');

/**
 * The same answer; what breaks its body is told by `failure`.
 * @throws {RangeError} a status outside HTTP's
 */
function withBody({ status, statusText, headers, body }: Response, failure: (cause: unknown) => unknown): Response {
  const reader = body?.getReader();
  const passedOn =
    reader &&
    new ReadableStream<Uint8Array>({
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
    });
  return new Response(passedOn ?? null, { status, statusText, headers });
}

/** An upstream that keeps its API under `prefix`. */
export function mountedAt(prefix: string, upstream: Upstream): Upstream {
  return (request) => {
    const { pathname, search } = new URL(request.url);
    return upstream(new Request(`${UPSTREAM_ORIGIN}${prefix}${pathname}${search}`, request));
  };
}

/** HTTP Basic with an empty user name, as the APIs want it. */
export const basicAuthorization = (password: string): string =>
  `Basic ${Buffer.from(`:${password}`).toString('base64')}`;
