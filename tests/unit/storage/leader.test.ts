import { expect, test } from 'vitest';
import { runExclusively } from '$lib/storage/leader';
import { FakeLocks } from '../../support/fakeLocks';
import { settle } from '../../support/manualClock';

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

test('a tab that becomes alone releases the lock, and goes on', async () => {
  const locks = fakeLocks();
  const alone = new AbortController();
  const first = Promise.withResolvers<void>();
  const log: string[] = [];
  const holding = runExclusively(
    locks,
    'work',
    { signal, run: () => (log.push('first'), first.promise) },
    alone.signal
  ).then(() => log.push('first ends'));
  const waiting = runExclusively(locks, 'work', { signal, run: async () => void log.push('second') });
  await settle();
  expect(log).toEqual(['first']);
  alone.abort();
  await waiting;
  expect(log).toEqual(['first', 'second']);
  first.resolve();
  await holding;
  expect(log).toEqual(['first', 'second', 'first ends']);
});

test('a tab that becomes alone while it waits, or before, runs the work', async () => {
  const locks = fakeLocks();
  const first = Promise.withResolvers<void>();
  const holding = runExclusively(locks, 'work', { signal, run: () => first.promise });
  const alone = new AbortController();
  let runs = 0;
  const waiting = runExclusively(locks, 'work', { signal, run: async () => void runs++ }, alone.signal);
  await settle();
  expect(runs).toBe(0);
  alone.abort();
  await waiting;
  await runExclusively(locks, 'work', { signal, run: async () => void runs++ }, alone.signal);
  expect(runs).toBe(2);
  first.resolve();
  await holding;
});

test('work that fails after its tab became alone is reported', async () => {
  const alone = new AbortController();
  const work = Promise.withResolvers<void>();
  const running = runExclusively(fakeLocks(), 'work', { signal, run: () => work.promise }, alone.signal);
  await settle();
  alone.abort();
  await settle();
  work.reject(new Error('late'));
  await expect(running).rejects.toThrow('late');
});
