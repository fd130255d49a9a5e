import { readWhole } from '$lib/api/http/body';
import { ConnectionClosedError, UnreachableError } from '$lib/api/http/errors';
import { requestWith, type HttpRequest, type HttpResponse } from '$lib/api/http/message';
import { AppError } from '$lib/errors';
import type { ServerFetch } from './addressCheckedFetch';

/**
 * A server behind Quarry, remote or in this process, with the same signature either way. Request paths are the API's;
 * only the upstream knows the server's address.
 */
export type Upstream = (request: HttpRequest) => Promise<HttpResponse>;

/** Placeholder origin in requests of clients to upstreams. */
export const UPSTREAM_ORIGIN = 'http://upstream';

/**
 * A server reached over HTTP.
 * @param baseUrl without a trailing slash; prefix of the request's path
 * @param userAgent sent with every request; daemons require their agent name in it
 * @param fetch `addressCheckedFetch` for addresses entered by users
 * @throws {UnreachableError} no connection or no HTTP; {@link ConnectionClosedError} a broken connection, also while
 *   the body is read
 */
export function http(baseUrl: string, userAgent: string, fetch: ServerFetch = globalThis.fetch): Upstream {
  return async ({ method, path, query, headers, body, signal }) => {
    const sent = {
      method,
      headers: new Headers({ ...definedIn(headers), 'user-agent': userAgent }),
      body: body && (await readWhole(body)),
      signal,
      redirect: 'manual'
    } as const;
    const about = { method, path };
    const closed = (cause: unknown) => (signal.aborted ? cause : new ConnectionClosedError(about, { cause }));
    try {
      return received(await fetch(`${baseUrl}${path}${query === '' ? '' : `?${query}`}`, sent), closed);
    } catch (error) {
      if (signal.aborted || error instanceof AppError) throw error;
      throw brokeOff(error) ? closed(error) : new UnreachableError(about, { cause: error });
    }
  };
}

const definedIn = (headers: HttpRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Node's error codes of a connection that broke after it was established. */
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

const brokeOff = (error: unknown): boolean =>
  error instanceof Error && BROKEN.includes((error.cause as { code?: string } | undefined)?.code ?? '');

/**
 * The response with body errors mapped by `failure`.
 * @throws {RangeError} a status outside HTTP's range
 */
function received({ status, statusText, headers, body }: Response, failure: (cause: unknown) => unknown): HttpResponse {
  if (status < 200 || status > 599) throw new RangeError(`status ${status}`);
  const reader = body?.getReader();
  const passedOn =
    reader &&
    new ReadableStream<Uint8Array<ArrayBuffer>>(
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
  return { status, statusText, headers: Object.fromEntries(headers), body: passedOn ?? [] };
}

/** An upstream with its API under `prefix`. */
export const mountedAt =
  (prefix: string, upstream: Upstream): Upstream =>
  (request) =>
    upstream(requestWith(request, { path: prefix + request.path }));

/** HTTP Basic with an empty user name, as the APIs expect. */
export const basicAuthorization = (password: string): string =>
  `Basic ${Buffer.from(`:${password}`).toString('base64')}`;
