import { concatBytes } from '$lib/codec/bytes';
import { TooLargeError, type Exchange } from './errors';

/**
 * The whole body, or nothing of it.
 * @throws {TooLargeError} as soon as more than `maxBytes` came; the rest is not read
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
 * A request's whole body. One announced as too long is refused unread: whoever stops in the middle of reading cuts the
 * connection, and the sender never sees why.
 * @throws {TooLargeError}
 */
export async function readRequestBody(
  exchange: Exchange,
  request: Request,
  maxBytes: number
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw new TooLargeError(exchange, 'body', maxBytes);
  return readLimited(exchange, 'body', request.body, maxBytes);
}
