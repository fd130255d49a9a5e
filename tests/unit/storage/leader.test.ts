import { expect, test } from 'vitest';
import { runExclusively } from '$lib/storage/leader';
import { FakeLocks } from '../../support/fakeLocks';

const fakeLocks = () => new FakeLocks() as unknown as LockManager;
const refusing = { request: () => Promise.reject(new DOMException('no storage', 'SecurityError')) };
const signal = new AbortController().signal;

test('the second tab waits for the first', async () => {
  const locks = fakeLocks();
  const first = Promise.withResolvers<void>();
  const log: string[] = [];
  const holding = runExclusively(locks, 'work', { signal, run: () => first.promise });
  const onwait = () => void log.push('waits');
  const waiting = runExclusively(locks, 'work', { signal, onwait, run: async () => void log.push('runs') });
  await Promise.resolve();
  first.resolve();
  await Promise.all([holding, waiting]);
  expect(log).toEqual(['waits', 'runs']);
});

test.each([
  ['without locks', undefined],
  ['with locks refused', refusing as unknown as LockManager]
])('%s, the tab still works', async (_, locks) => {
  let runs = 0;
  await runExclusively(locks, 'work', { signal, run: async () => void runs++ });
  expect(runs).toBe(1);
});

test('failing work is not repeated', async () => {
  let runs = 0;
  const run = () => Promise.reject(new Error(`run ${++runs}`));
  await expect(runExclusively(fakeLocks(), 'work', { signal, run })).rejects.toThrow('run 1');
  expect(runs).toBe(1);
});

test('aborting the signal ends a wait without running anything', async () => {
  const locks = fakeLocks();
  const first = Promise.withResolvers<void>();
  const holding = runExclusively(locks, 'work', { signal, run: () => first.promise });
  const stop = new AbortController();
  let runs = 0;
  const waiting = runExclusively(locks, 'work', { signal: stop.signal, run: async () => void runs++ });
  stop.abort();
  await waiting;
  first.resolve();
  await holding;
  expect(runs).toBe(0);
});
