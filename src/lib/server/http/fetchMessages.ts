import { chunksOf } from '$lib/api/http/body';
import { isWhole, lengthOf, type HttpRequest, type HttpResponse, type WholeBody } from '$lib/api/http/message';
import type { Fetch } from '$lib/api/http/transport';

/** Requests by their signal: a request lives as long as somebody listens to it. */
const held = new WeakMap<AbortSignal, Request>();

/**
 * The signal of a request, which goes on following the one that the request was made with. Node's own stops when the
 * request is collected, although its signal is in use: who waits for an answer would never hear that nobody wants it.
 */
export function followingSignal(request: Request): AbortSignal {
  held.set(request.signal, request);
  return request.signal;
}

/**
 * A request of fetch's classes.
 * @param path where it is not that of its address @param signal where it is not its own
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

/** The response as fetch's class. */
export function toResponse({ status, statusText, headers, body }: HttpResponse): Response {
  if (!isWhole(body)) return new Response(body, { status, statusText, headers });
  if (body.length === 0) return new Response(null, { status, statusText, headers });
  const given = body.length === 1 ? body[0]! : streamOf(body);
  return new Response(given, { status, statusText, headers: { ...headers, 'content-length': String(lengthOf(body)) } });
}

/** What answers requests as fetch, for clients in this process. */
export const fetchFrom =
  (answer: (request: HttpRequest) => Promise<HttpResponse>): Fetch =>
  async (request) =>
    toResponse(await answer(fromRequest(request)));

/** A body of chunks that are there. */
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
