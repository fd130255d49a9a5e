import { expect, test } from 'vitest';
import { Attempt } from '$lib/state/reactive/attempt.svelte';

test('a call that fails after its form was closed is not shown with the next one, which can run meanwhile', async () => {
  const attempt = new Attempt();
  const { promise, reject } = Promise.withResolvers<void>();
  const first = attempt.run(() => promise);
  attempt.forget();
  const { promise: later, resolve } = Promise.withResolvers<void>();
  const second = attempt.run(() => later);
  reject(new Error('refused'));
  expect(await first).toBe(false);
  expect([attempt.problem, attempt.busy]).toEqual([undefined, true]);
  resolve();
  expect(await second).toBe(true);
  expect(attempt.busy).toBe(false);
});
