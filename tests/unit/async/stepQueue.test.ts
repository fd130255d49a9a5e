import { getEventListeners } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { runAtOnce, StepQueue, type Steps } from '$lib/async/stepQueue';

const log: string[] = [];
beforeEach(() => {
  log.length = 0;
});

function* work(name: string, steps: number): Generator<void, string> {
  for (let i = 1; i <= steps; i++) {
    yield;
    log.push(`${name}${i}`);
  }
  return name;
}

test('work is done in order, one piece after the other; one without long steps does not wait', async () => {
  const queue = new StepQueue();
  const results = [queue.run(work('a', 2)), queue.run(work('b', 2)), queue.run(work('c', 0))];
  expect(await results[2]).toBe('c');
  expect(log).toEqual([]);
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
  expect(log).toEqual(['a1', 'a2', 'b1', 'b2']);
});

test('endless work ends with its signal: timers run between its steps', async () => {
  function* endless(): Generator<void, never> {
    for (;;) yield;
  }
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('enough')));
  const queue = new StepQueue();
  await expect(queue.run(endless(), stop)).rejects.toThrow('enough');
  expect(await queue.run(work('next', 1))).toBe('next');
});

test('work that waits ends with its signal, and does not block what comes after it', async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  let isOver = false;
  function* untilOver(): Generator<void, string> {
    yield;
    start();
    while (!isOver) yield;
    return 'over';
  }
  const queue = new StepQueue();
  const first = queue.run(untilOver());
  await started;
  const stop = new AbortController();
  const waiting = queue.run(work('never', 1), stop);
  const after = queue.run(work('after', 1));
  stop.abort(new Error('disconnected'));
  await expect(waiting).rejects.toThrow('disconnected');
  isOver = true;
  expect([await first, await after]).toEqual(['over', 'after']);
  expect(log).not.toContain('never1');
});

test('work waits for what it yields', async () => {
  const { promise: later, resolve } = Promise.withResolvers<void>();
  let isLater = false;
  function* untilLater(): Steps<boolean> {
    yield later;
    return isLater;
  }
  const queue = new StepQueue();
  const waiting = queue.run(untilLater());
  const behind = queue.run(work('behind', 1));
  await new Promise((tick) => setImmediate(tick));
  expect(log).not.toContain('behind1');
  isLater = true;
  resolve();
  expect([await waiting, await behind]).toEqual([true, 'behind']);
});

test('work without steps does not read the signal', async () => {
  const wanted = {
    get signal(): never {
      throw new Error('read');
    }
  };
  expect(await new StepQueue().run(work('short', 0), wanted)).toBe('short');
});

test('nothing listens to the signal of work that is done', async () => {
  const stop = new AbortController();
  const queue = new StepQueue();
  for (let i = 0; i < 3; i++) await queue.run(work('part', 2), stop);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

test('all steps can be done at once', () => {
  expect(runAtOnce(work('d', 3))).toBe('d');
});
