import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isWhole, lengthOf, type HttpHeaders, type HttpRequest, type HttpResponse } from '$lib/api/http/message';

/** Headers of Node's HTTP server. Of those, only Set-Cookie is a list, which no request has. */
export const headersOf = ({ headers }: IncomingMessage): HttpHeaders => headers as HttpHeaders;

/**
 * A request of Node's HTTP server.
 * @param hasBody whether one is read; an unread one is discarded
 * @returns its signal aborts when the connection closes before the answer is sent
 */
export function requestOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { path, query, hasBody }: Pick<HttpRequest, 'path' | 'query'> & { readonly hasBody: boolean }
): HttpRequest {
  let signal: AbortSignal | undefined;
  return {
    method: incoming.method!,
    path,
    query,
    headers: headersOf(incoming),
    body: hasBody ? bodyOf(incoming) : undefined,
    // Made when asked for: most answers are there before anybody could leave.
    get signal() {
      return (signal ??= untilClosed(outgoing));
    }
  };
}

/** What a request asks for. */
export interface Target {
  readonly path: string;
  /** Without its question mark; empty if there is none. */
  readonly query: string;
}

const PLAIN = /^((?:\/[\w:~-][\w:.~-]*)+)(?:\?([^#]*))?$/;

/**
 * The target of plain segments as it is, which takes a fraction of parsing an address.
 * @returns undefined for whatever could be read in two ways: escapes, empty segments, dots, a slash at the end, an
 *   absolute address
 */
export function plainTarget(url: string): Target | undefined {
  const found = PLAIN.exec(url);
  return found ? { path: found[1]!, query: found[2] ?? '' } : undefined;
}

function untilClosed(outgoing: ServerResponse): AbortSignal {
  if (outgoing.destroyed) return AbortSignal.abort();
  const closed = new AbortController();
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) closed.abort();
  });
  return closed.signal;
}

/** Up to this length Node writes a body and its head as one text faster than as two buffers. */
const SHORT_BYTES = 4_096;

// Neither has a body, nor the length of one.
const NO_CONTENT = [204, 304];

/**
 * Sends the response; a whole body in one go, with its length.
 * @throws what reading the body throws, while the client waits for it
 */
export async function sendResponse(
  outgoing: ServerResponse,
  { status, statusText, headers, body }: HttpResponse
): Promise<void> {
  // The client has disconnected.
  if (outgoing.destroyed) return;
  if (!isWhole(body)) {
    outgoing.writeHead(status, statusText, headers);
    const closed = untilClosed(outgoing);
    const sending = pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing);
    await sending.catch((error: unknown) => {
      if (!closed.aborted) throw error;
    });
    return;
  }
  const length = NO_CONTENT.includes(status) ? undefined : { 'content-length': lengthOf(body) };
  outgoing.writeHead(status, statusText, { ...headers, ...length });
  const last = body.at(-1);
  if (last === undefined) return void outgoing.end();
  // The last chunk, mostly the only one, goes out with the end; a second packet doubles the time of a short answer.
  for (const chunk of body.slice(0, -1)) outgoing.write(chunk);
  if (last.length > SHORT_BYTES) outgoing.end(last);
  else outgoing.end(Buffer.from(last.buffer, last.byteOffset, last.length).toString('latin1'), 'latin1');
}

/**
 * The request's body, read from the connection on demand. An unread rest is discarded, or the connection's next request
 * would wait for it; Node itself discards a body that was never read from.
 */
async function* bodyOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array, void> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } finally {
    incoming.resume();
  }
}
