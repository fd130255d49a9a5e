import { expect, test } from 'vitest';
import { endingWhenIdle } from '$lib/server/http/idle';

test('a stream that keeps sending passes completely', async () => {
  const body = new Response('x'.repeat(100_000)).body!;
  expect(await new Response(endingWhenIdle(body, 1_000)).text()).toHaveLength(100_000);
});

test('a silent stream is aborted, and the upstream canceled', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Uint8Array.of(1)),
    cancel: () => void (cancelled = true)
  });
  await expect(new Response(endingWhenIdle(body, 20)).bytes()).rejects.toThrow('silent');
  expect(cancelled).toBe(true);
});

test('canceling the reader cancels the upstream', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Uint8Array.of(1)),
    cancel: () => void (cancelled = true)
  });
  await endingWhenIdle(body, 1_000).cancel();
  expect(cancelled).toBe(true);
});
