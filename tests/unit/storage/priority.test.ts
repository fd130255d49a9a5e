import { expect, test } from 'vitest';
import { prioritize, waitForPriority } from '$lib/storage/priority';
import { FakeLocks } from '../../support/fakeLocks';

const fakeLocks = () => new FakeLocks() as unknown as LockManager;
const refusing = {
  request: () => Promise.reject(new DOMException('no storage', 'SecurityError'))
} as unknown as LockManager;
const { signal } = new AbortController();

test.each([
  ['succeeds', (work: PromiseWithResolvers<void>) => work.resolve()],
  ['fails', (work: PromiseWithResolvers<void>) => work.reject(new Error('no coins'))]
])('background work waits until priority work %s', async (_, settle) => {
  const locks = fakeLocks();
  const work = Promise.withResolvers<void>();
  const log: string[] = [];
  const prioritized = prioritize(locks, () => work.promise).then(
    () => log.push('settled'),
    () => log.push('settled')
  );
  const waiting = waitForPriority(locks, signal).then(() => log.push('goes on'));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(log).toEqual([]);
  settle(work);
  await Promise.all([prioritized, waiting]);
  expect(log).toEqual(['settled', 'goes on']);
});

test('work of two tabs runs concurrently', async () => {
  const locks = fakeLocks();
  const first = Promise.withResolvers<string>();
  const waiting = prioritize(locks, () => first.promise);
  expect(await prioritize(locks, async () => 'second')).toBe('second');
  first.resolve('first');
  expect(await waiting).toBe('first');
});

test('aborting the signal ends a wait', async () => {
  const locks = fakeLocks();
  void prioritize(locks, () => new Promise(() => undefined));
  const stop = new AbortController();
  const waiting = waitForPriority(locks, stop.signal);
  stop.abort();
  await expect(waiting).resolves.toBeUndefined();
});

test.each([
  ['without locks', undefined],
  ['with locks refused', refusing]
])('%s, nothing waits', async (_, locks) => {
  expect(await prioritize(locks, async () => 'done')).toBe('done');
  await expect(waitForPriority(locks, signal)).resolves.toBeUndefined();
});
