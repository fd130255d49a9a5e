import { TooLargeError, type Exchange } from '$lib/api/http/errors';
import { isWhole, lengthOf, type HttpResponse } from '$lib/api/http/message';
import { joinBytes } from '$lib/codec/bytes';
import { endingWhenIdle } from './idle';

/** Responses up to this length are read completely before anything is sent, so that failures get their own status. */
const HELD_BYTES = 256 * 1024;

export interface ForwardLimits {
  readonly maxBytes: number;
  /** Milliseconds without a byte after which a long response is aborted. */
  readonly idleMs: number;
}

/**
 * The body of an upstream's response, for forwarding: complete if it is in memory or short, otherwise streamed with
 * backpressure. A long body that breaks off or exceeds the limit ends in an error, which closes the page's connection.
 * @throws {TooLargeError} its Content-Length, or what was read before anything was sent, exceeds the limit
 */
export async function forwardAnswer(
  about: Exchange,
  { body, headers }: Pick<HttpResponse, 'body' | 'headers'>,
  { maxBytes, idleMs }: ForwardLimits
): Promise<HttpResponse['body']> {
  if (isWhole(body)) {
    if (lengthOf(body) <= maxBytes) return body;
    throw new TooLargeError(about, 'answer', maxBytes);
  }
  if (Number(headers['content-length']) > maxBytes && headers['content-encoding'] === undefined) {
    await body.cancel();
    throw new TooLargeError(about, 'answer', maxBytes);
  }
  const reader = body.getReader();
  const held: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length <= HELD_BYTES) {
    const { done, value } = await reader.read();
    if (done) return [joinBytes(held)];
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new TooLargeError(about, 'answer', maxBytes);
    }
    held.push(value);
  }
  const rest = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const first = held.shift();
        if (first !== undefined) return controller.enqueue(first);
        const { done, value } = await reader.read();
        if (done) return controller.close();
        length += value.length;
        if (length <= maxBytes) return controller.enqueue(value);
        controller.error(new TooLargeError(about, 'answer', maxBytes));
        await reader.cancel();
      },
      cancel: (reason) => reader.cancel(reason)
    },
    { highWaterMark: 0 }
  );
  return endingWhenIdle(rest, idleMs);
}
