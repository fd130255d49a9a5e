import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sleep } from '$lib/async/sleep';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether it has ended, after all due work has run. */
async function hasEnded(sleeping: Promise<void>): Promise<boolean> {
  let ended = false;
  void sleeping.then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(0);
  return ended;
}

test('lasts as long as requested', async () => {
  const sleeping = sleep(1_000, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(999);
  expect(await hasEnded(sleeping)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await hasEnded(sleeping)).toBe(true);
});

test('ends without an error when the signal aborts, and leaves no timer behind', async () => {
  const abort = new AbortController();
  const sleeping = sleep(1_000, abort.signal);
  expect(await hasEnded(sleeping)).toBe(false);
  abort.abort();
  expect([await hasEnded(sleeping), vi.getTimerCount()]).toEqual([true, 0]);
});

test('does not start with an aborted signal', async () => {
  expect(await hasEnded(sleep(1_000, AbortSignal.abort()))).toBe(true);
});
