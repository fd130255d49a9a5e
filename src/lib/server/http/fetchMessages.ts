import { chunksOf } from '$lib/api/http/body';
import { isWhole, lengthOf, type HttpRequest, type HttpResponse, type WholeBody } from '$lib/api/http/message';
import type { Fetch } from '$lib/api/http/transport';

/** Requests by signal: keeps a request alive as long as its signal is in use. */
const held = new WeakMap<AbortSignal, Request>();

/**
 * The signal of a request, which keeps following the signal that the request was created with. Otherwise, Node stops
 * that when the request is garbage-collected, even if its signal is in use: a pending call would never be aborted.
 */
export function followingSignal(request: Request): AbortSignal {
  held.set(request.signal, request);
  return request.signal;
}

/**
 * Converts a fetch Request.
 * @param path if other than its URL's @param signal if other than its own
 */
export function fromRequest(request: Request, path?: string, signal = followingSignal(request)): HttpRequest {
  const { method, headers, body } = request;
  const { pathname, search } = new URL(request.url);
  return {
    method,
    path: path ?? pathname,
    query: search.slice(1),
    headers: Object.fromEntries(headers),
    body: body ? chunksOf(body) : undefined,
    signal
  };
}

/** Converts to a fetch Response. */
export function toResponse({ status, statusText, headers, body }: HttpResponse): Response {
  if (!isWhole(body)) return new Response(body, { status, statusText, headers });
  if (body.length === 0) return new Response(null, { status, statusText, headers });
  const given = body.length === 1 ? body[0]! : streamOf(body);
  return new Response(given, { status, statusText, headers: { ...headers, 'content-length': String(lengthOf(body)) } });
}

/** A fetch function for clients in this process. */
export const fetchFrom =
  (answer: (request: HttpRequest) => Promise<HttpResponse>): Fetch =>
  async (request) =>
    toResponse(await answer(fromRequest(request)));

/** A stream of chunks that are in memory. */
function streamOf(chunks: WholeBody): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    }
  });
}
