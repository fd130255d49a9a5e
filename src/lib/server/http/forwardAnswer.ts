import { TooLargeError, type Exchange } from '$lib/api/http/errors';
import { isWhole, lengthOf, type HttpResponse } from '$lib/api/http/message';
import { joinBytes } from '$lib/codec/bytes';
import { endingWhenIdle } from './idle';

/** Answers up to this length are read whole before anything is sent, so that what fails has a status of its own. */
const HELD_BYTES = 256 * 1024;

export interface ForwardLimits {
  readonly maxBytes: number;
  /** Milliseconds without a byte until a long answer is given up. */
  readonly idleMs: number;
}

/**
 * The body of an upstream's answer, to be sent on: whole where it is there or short, else as it arrives and no faster
 * than it is taken. A long one that breaks or exceeds the limit ends in an error, which closes the page's connection.
 * @throws {TooLargeError} announced as too long, or found so before anything was sent
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
