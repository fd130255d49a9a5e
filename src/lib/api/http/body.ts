import { joinBytes } from '$lib/codec/bytes';
import { TooLargeError, type Exchange } from './errors';
import type { BodyChunks, HttpRequest } from './message';

/** The chunks of a stream, read on demand. Ending the iteration early cancels the stream. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Reads a whole body whose size has already been limited. */
export async function readWhole(body: BodyChunks): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of body) parts.push(chunk);
  return joinBytes(parts);
}

/**
 * Reads a body up to a limit.
 * @throws {TooLargeError} as soon as more than `maxBytes` have arrived; the rest is not read
 */
export async function readLimited(
  exchange: Exchange,
  part: TooLargeError['part'],
  body: BodyChunks | undefined,
  maxBytes: number
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new TooLargeError(exchange, part, maxBytes);
    parts.push(chunk);
  }
  return joinBytes(parts);
}

/**
 * Reads a request's body. If its Content-Length is too large, it is rejected unread: aborting a partially read body
 * closes the connection, and the sender would never see the response.
 * @throws {TooLargeError}
 */
export async function readRequestBody(
  exchange: Exchange,
  { headers, body }: Pick<HttpRequest, 'headers' | 'body'>,
  maxBytes: number
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers['content-length']) > maxBytes) throw new TooLargeError(exchange, 'body', maxBytes);
  return readLimited(exchange, 'body', body, maxBytes);
}
