import { expect, test } from 'vitest';
import { lazy } from '$lib/async/lazy';

test('opens once, on the first call', async () => {
  let count = 0;
  const open = lazy(async () => ++count);
  expect(count).toBe(0);
  expect(await Promise.all([open(), open()])).toEqual([1, 1]);
  expect(await open()).toBe(1);
});

test('a failure reaches all waiting callers, and the next call retries', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('here')];
  const open = lazy(() => answers.shift()!);
  const both = await Promise.allSettled([open(), open()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await open()).toBe('here');
});
