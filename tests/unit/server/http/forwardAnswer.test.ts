import { describe, expect, test } from 'vitest';
import { textBody, type HttpResponse } from '$lib/api/http/message';
import { forwardAnswer } from '$lib/server/http/forwardAnswer';

const ABOUT = { method: 'GET', path: '/x' } as const;
/** Above this size, nothing is buffered. */
const HELD = 256 * 1024;
const tooLarge = expect.objectContaining({ code: 'api/too-large' }) as Error;

/** A response in these pieces, as from a server, with what is left of it and whether the rest was canceled. */
function answerOf(pieces: readonly number[], headers: Record<string, string> = {}) {
  const left = [...pieces];
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const bytes = left.shift();
        if (bytes === undefined) controller.close();
        else controller.enqueue(new Uint8Array(bytes).fill(7));
      },
      cancel: () => void (isCancelled = true)
    },
    { highWaterMark: 0 }
  );
  return { response: { status: 200, headers, body }, left, isCancelled: () => isCancelled };
}

const forward = async (response: HttpResponse, maxBytes: number) => {
  const body = await forwardAnswer(ABOUT, response, { maxBytes, idleMs: 60_000 });
  const isHeld = !(body instanceof ReadableStream);
  return { isHeld, read: async () => (await new Response(isHeld ? new Blob([...body]) : body).bytes()).length };
};

describe('a response within its limit', () => {
  test('in very many pieces is buffered completely', async () => {
    const PIECES = 200_000;
    let left = PIECES;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) =>
      left-- === 0 ? controller.close() : controller.enqueue(Uint8Array.of(7));
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const { isHeld, read } = await forward({ status: 200, headers: {}, body }, PIECES);
    expect([isHeld, await read()]).toEqual([true, PIECES]);
  });

  test.each([
    ['without a body', [], 10, 0],
    ['exactly at the limit', [4, 6], 10, 10],
    ['exactly at the buffer size', [HELD - 1, 1], HELD, HELD]
  ])('%s is buffered completely', async (_, pieces, maxBytes, length) => {
    const { isHeld, read } = await forward(answerOf(pieces).response, maxBytes);
    expect([isHeld, await read()]).toEqual([true, length]);
  });

  test('that is empty by its status is empty', async () => {
    const { isHeld, read } = await forward({ status: 204, headers: {}, body: [] }, 10);
    expect([isHeld, await read()]).toEqual([true, 0]);
  });

  test('beyond the buffer size is passed on as it is read', async () => {
    const { response, left } = answerOf([HELD, 1, 5, 5]);
    const { isHeld, read } = await forward(response, HELD + 11);
    expect([isHeld, left]).toEqual([false, [5, 5]]);
    expect(await read()).toBe(HELD + 11);
  });
});

describe('a response beyond its limit', () => {
  test.each([
    [[11], 10],
    [[10, 1], 10],
    [[HELD, 1], HELD]
  ])('in pieces of %j is rejected before anything is sent, limit %d', async (pieces, maxBytes) => {
    const { response, isCancelled } = answerOf([...pieces, 1]);
    await expect(forward(response, maxBytes)).rejects.toThrow(tooLarge);
    expect(isCancelled()).toBe(true);
  });

  test('that has already started ends in an error', async () => {
    const { response, isCancelled } = answerOf([HELD + 1, 1, 1]);
    const { read } = await forward(response, HELD + 1);
    await expect(read()).rejects.toThrow(tooLarge);
    expect(isCancelled()).toBe(true);
  });

  test.each([
    ['11', {}, true],
    ['10', {}, false],
    // The announced length differs from the bytes that arrive.
    ['11', { 'content-encoding': 'gzip' }, false]
  ])('announced with %s bytes and %j', async (length, headers, isRefused) => {
    const { response, left, isCancelled } = answerOf([10], { 'content-length': length, ...headers });
    const forwarded = forward(response, 10);
    if (!isRefused) return expect(await (await forwarded).read()).toBe(10);
    await expect(forwarded).rejects.toThrow(tooLarge);
    expect([left, isCancelled()]).toEqual([[10], true]);
  });
});

describe('a complete response', () => {
  const whole = (length: number) => ({ status: 200, headers: {}, body: textBody('x'.repeat(length)) });

  test.each([
    [10, 10, true],
    [HELD, HELD + 1, true],
    [HELD + 1, HELD + 1, true]
  ])('of %d bytes passes a limit of %d', async (length, maxBytes, isHeld) => {
    const forwarded = await forward(whole(length), maxBytes);
    expect([forwarded.isHeld, await forwarded.read()]).toEqual([isHeld, length]);
  });

  test('has a limit, too', async () => {
    await expect(forward(whole(11), 10)).rejects.toThrow(tooLarge);
  });
});
