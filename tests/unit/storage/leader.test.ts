import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { runExclusively, runUnlessAlone } from '$lib/storage/leader';
import { FakeLocks } from '../../support/fakeLocks';
import { settle } from '../../support/manualClock';

afterEach(() => void vi.useRealTimers());

const fakeLocks = () => new FakeLocks() as unknown as LockManager;
const refuse = () => Promise.reject(new DOMException('no storage', 'SecurityError'));
const refusing = { request: refuse, query: refuse };
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

/** Work that logs when it starts and ends. */
function logged(log: string[], name: string, ends: AbortSignal = signal) {
  const run = async (until: AbortSignal) => {
    log.push(`${name} leads`);
    await new Promise<void>((resolve) => until.addEventListener('abort', () => resolve()));
    log.push(`${name} ends`);
  };
  return { signal: ends, run };
}

test('a tab that becomes alone leaves work for all tabs to one that waits', async () => {
  const locks = fakeLocks();
  const [alone, shared, ended] = [new AbortController(), new AbortController(), new AbortController()];
  const log: string[] = [];
  const first = runUnlessAlone(locks, 'work', logged(log, 'first', ended.signal), alone.signal);
  await settle();
  void runUnlessAlone(locks, 'work', logged(log, 'second'), shared.signal);
  await settle();
  expect(log).toEqual(['first leads']);
  alone.abort();
  await settle();
  expect(log).toEqual(['first leads', 'first ends', 'second leads']);
  ended.abort();
  await first;
  expect(log).toHaveLength(3);
});

test('it does such work while no other tab waits, one such tab at a time, and again after the other', async () => {
  vi.useFakeTimers();
  const locks = fakeLocks();
  const ended = new AbortController();
  const log: string[] = [];
  const alone = AbortSignal.abort();
  void runUnlessAlone(locks, 'work', logged(log, 'first'), alone);
  await vi.advanceTimersByTimeAsync(10_000);
  void runUnlessAlone(locks, 'work', logged(log, 'second'), alone);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(log).toEqual(['first leads']);
  void runUnlessAlone(locks, 'work', logged(log, 'sharing', ended.signal), signal);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(log).toEqual(['first leads', 'first ends', 'sharing leads']);
  ended.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['first leads', 'first ends', 'sharing leads', 'sharing ends', 'first leads']);
});

test('without locks, each tab does such work until it is ended', async () => {
  for (const locks of [undefined, refusing as unknown as LockManager]) {
    const [alone, ended] = [new AbortController(), new AbortController()];
    const log: string[] = [];
    const running = runUnlessAlone(locks, 'work', logged(log, 'it', ended.signal), alone.signal);
    await settle();
    alone.abort();
    await settle();
    ended.abort();
    await running;
    expect(log).toEqual(['it leads', 'it ends', 'it leads', 'it ends']);
  }
});

test('such work that ends by itself, or fails, is not started again', async () => {
  const locks = fakeLocks();
  const run = vi.fn<(until: AbortSignal) => Promise<void>>(async () => undefined);
  await runUnlessAlone(locks, 'work', { signal, run }, AbortSignal.abort());
  expect(run).toHaveBeenCalledTimes(1);
  run.mockRejectedValueOnce(new Error('failed'));
  await expect(runUnlessAlone(locks, 'work', { signal, run }, AbortSignal.abort())).rejects.toThrow('failed');
});

test('such work that fails while the locks are queried is reported once, to its caller', async () => {
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', collect);
  onTestFinished(() => void process.off('unhandledRejection', collect));
  const locks = fakeLocks();
  // A browser answers in a later task.
  vi.spyOn(locks, 'query').mockImplementation(async () => (await new Promise(setImmediate), {}));
  const run = () => Promise.reject(new Error('failed'));
  await expect(runUnlessAlone(locks, 'work', { signal, run }, AbortSignal.abort())).rejects.toThrow('failed');
  await new Promise(setImmediate);
  expect(unhandled).toEqual([]);
});
