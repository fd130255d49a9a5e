import { concatBytes } from '$lib/codec/bytes';
import { TooLargeError, type Exchange } from './errors';

/**
 * Reads a body up to a limit.
 * @throws {TooLargeError} as soon as more than `maxBytes` arrived; the rest is not read
 */
export async function readLimited(
  exchange: Exchange,
  part: TooLargeError['part'],
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number
): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array(0);
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concatBytes(...parts);
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new TooLargeError(exchange, part, maxBytes);
    }
    parts.push(value);
  }
}

/**
 * Reads a request's body. One whose Content-Length is too large is refused unread: aborting a partly read body closes
 * the connection, and the sender never sees the response.
 * @throws {TooLargeError}
 */
export async function readRequestBody(
  exchange: Exchange,
  request: Pick<Request, 'headers' | 'body'>,
  maxBytes: number
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw new TooLargeError(exchange, 'body', maxBytes);
  return readLimited(exchange, 'body', request.body, maxBytes);
}

/** A body of chunks that are there. */
export function streamOf(chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    }
  });
}
