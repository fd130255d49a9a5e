import { expect, test } from 'vitest';
import { runAtOnce, StepQueue } from '$lib/async/stepQueue';

const log: string[] = [];
function* work(name: string, steps: number): Generator<void, string> {
  for (let i = 1; i <= steps; i++) {
    yield;
    log.push(`${name}${i}`);
  }
  return name;
}

test('work is done in order, one piece after the other; one without long steps does not wait', async () => {
  log.length = 0;
  const queue = new StepQueue();
  const results = [queue.run(work('a', 2)), queue.run(work('b', 2)), queue.run(work('c', 0))];
  expect(await results[2]).toBe('c');
  expect(log).toEqual([]);
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
  expect(log).toEqual(['a1', 'a2', 'b1', 'b2']);
});

test('other work is done between steps', async () => {
  function* endless(): Generator<void, never> {
    for (;;) yield;
  }
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('enough')));
  const queue = new StepQueue();
  await expect(queue.run(endless(), stop.signal)).rejects.toThrow('enough');
  expect(await queue.run(work('next', 1))).toBe('next');
});

test('all steps can be done at once', () => {
  expect(runAtOnce(work('d', 3))).toBe('d');
});
