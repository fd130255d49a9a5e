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

test('of changes that run at once, each is made, and the one that was refused is shown', async () => {
  const attempt = new Attempt();
  const { promise, reject } = Promise.withResolvers<void>();
  const first = attempt.runConcurrently(() => promise);
  expect(await attempt.runConcurrently(async () => undefined)).toBe(true);
  expect(attempt.busy).toBe(true);
  expect(await attempt.run(async () => undefined)).toBe(false);
  reject(new Error('refused'));
  expect(await first).toBe(false);
  expect([attempt.problem?.message, attempt.busy]).toEqual(['refused', false]);
});

test('progress is shown until the call ends, or its form is closed', async () => {
  const attempt = new Attempt();
  await attempt.run(async (onProgress) => {
    onProgress(0.5);
    expect(attempt.share).toBe(0.5);
  });
  expect(attempt.share).toBeUndefined();
  let report: ((share: number) => void) | undefined;
  void attempt.run((onProgress) => {
    report = onProgress;
    return new Promise(() => undefined);
  });
  attempt.forget();
  report?.(0.7);
  expect(attempt.share).toBeUndefined();
});
