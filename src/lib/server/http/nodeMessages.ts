import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { wholeBody } from '$lib/api/http/response';

/** A look at single headers of Node's HTTP server, without a copy of all. */
export const headerReader = (headers: IncomingHttpHeaders): Pick<Headers, 'get'> => ({
  get: (name) => [headers[name] ?? []].flat().join(', ') || null
});

/** Headers of Node's HTTP server. */
export function headersOf(headers: IncomingHttpHeaders): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) all.append(name, item);
  }
  return all;
}

/**
 * A request of Node's HTTP server as a `Request`.
 * @param address the whole URL
 * @param hasBody whether one is read; an unread one is discarded
 * @returns its signal aborts when the connection closes before the answer is sent
 */
export function requestOf(
  address: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  hasBody: boolean
): Request {
  const aborted = new AbortController();
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) aborted.abort();
  });
  return new Request(address, {
    method: incoming.method,
    headers: headersOf(incoming.headers),
    signal: aborted.signal,
    // `duplex` is required by fetch for a streamed request body.
    ...(hasBody && { body: bodyOf(incoming), duplex: 'half' })
  });
}

/**
 * Sends the answer to a request made by {@link requestOf}.
 * @throws what reading the body throws, while the client waits for it
 */
export async function sendAnswer(outgoing: ServerResponse, response: Response, { signal }: Request): Promise<void> {
  // The client has disconnected.
  if (outgoing.destroyed) return;
  outgoing.writeHead(response.status, response.statusText || undefined, Object.fromEntries(response.headers));
  const whole = response.body === null ? [] : wholeBody(response);
  if (whole !== undefined) {
    // The last chunk, mostly the only one, goes out with the end; a second packet doubles the time of a short answer.
    for (const chunk of whole.slice(0, -1)) outgoing.write(chunk);
    return void outgoing.end(whole.at(-1));
  }
  const sending = pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing);
  await sending.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/**
 * The request's body, read from the connection on demand. An unread rest is discarded, or the connection's next request
 * would wait for it; Node itself discards a body that was never read from.
 */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
        incoming.resume();
      }
    },
    { highWaterMark: 0 }
  );
}
