import { expect, test } from 'vitest';
import { RateLimit } from '$lib/async/rateLimit';

function clock() {
  let ms = 0;
  return { now: () => ms, pass: (passed: number) => (ms += passed) };
}

test('allows a burst, then a fixed rate', () => {
  const { now, pass } = clock();
  const limit = new RateLimit({ perSecond: 2, burst: 3 }, now);
  const taken = () => Array.from({ length: 10 }, () => limit.take()).filter(Boolean).length;
  expect(taken()).toBe(3);
  pass(1000);
  expect(taken()).toBe(2);
  pass(60_000);
  expect(taken()).toBe(3);
});

test('an event may cost more than one, and a refused event costs nothing', () => {
  const { now } = clock();
  const limit = new RateLimit({ perSecond: 1, burst: 10 }, now);
  expect([limit.take(8), limit.take(8), limit.take(2), limit.take(1)]).toEqual([true, false, true, false]);
});

test('a clock that goes backward allows nothing extra', () => {
  const { now, pass } = clock();
  const limit = new RateLimit({ perSecond: 1, burst: 1 }, now);
  limit.take();
  pass(-5000);
  expect(limit.take()).toBe(false);
  pass(1000);
  expect(limit.take()).toBe(true);
});

test('waits until the next event is allowed, or the signal aborts', async () => {
  const { now, pass } = clock();
  const limit = new RateLimit({ perSecond: 4, burst: 1 }, now);
  const sleep = async (ms: number) => void pass(ms);
  const never = new AbortController().signal;
  for (let i = 0; i < 9; i++) await limit.wait({ sleep }, never);
  expect(now()).toBe(2000);
  await limit.wait({ sleep: async () => expect.fail('no wait') }, AbortSignal.abort());
});
