import { expect, test } from 'vitest';
import { EventQueue } from '$lib/async/eventQueue';

async function readAll<T>(queue: EventQueue<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of queue) items.push(item);
  return items;
}

test('items are read in order, including after the queue has ended', async () => {
  const queue = new EventQueue<number>();
  const numbers = Array.from({ length: 5000 }, (_, i) => i);
  for (const number of numbers) queue.push(number);
  queue.end();
  queue.push(-1);
  expect(await readAll(queue)).toEqual(numbers);
});

test('an error follows the items before it', async () => {
  const queue = new EventQueue<number>();
  queue.push(1);
  queue.fail(new Error('gone'));
  const read: number[] = [];
  const reading = (async () => {
    for await (const item of queue) read.push(item);
  })();
  await expect(reading).rejects.toThrow('gone');
  expect(read).toEqual([1]);
});

test('a full queue drops pending items and fails', async () => {
  let overflows = 0;
  const queue = new EventQueue<number>({ limit: 10, overflow: () => new Error(`overflow ${++overflows}`) });
  for (let i = 0; i < 1000; i++) queue.push(i);
  expect(queue.size).toBe(0);
  await expect(readAll(queue)).rejects.toThrow('overflow 1');
  expect(overflows).toBe(1);
});

test('the default overflow error has a code', async () => {
  const queue = new EventQueue<number>({ limit: 1 });
  queue.push(1);
  queue.push(2);
  await expect(readAll(queue)).rejects.toMatchObject({ code: 'async/overflow', limit: 1 });
});

test('a full queue merges adjacent items if a merge function is given', async () => {
  const queue = new EventQueue<number>({ limit: 3, merge: (last, next) => last + next });
  for (let i = 1; i <= 10; i++) queue.push(i);
  queue.end();
  expect(await readAll(queue)).toEqual([1, 2, 52]);
});

test('a producer that waits for room never overflows the queue', async () => {
  const queue = new EventQueue<number>({ limit: 4 });
  let most = 0;
  const producing = (async () => {
    for (let i = 0; i < 100; i++) {
      queue.push(i);
      most = Math.max(most, queue.size);
      await queue.room();
    }
    queue.end();
  })();
  expect(await readAll(queue)).toHaveLength(100);
  await producing;
  expect(most).toBeLessThanOrEqual(2);
});

test('a waiting producer is released when the reader leaves', async () => {
  const queue = new EventQueue<number>({ limit: 2 });
  queue.push(1);
  queue.push(2);
  const waiting = queue.room();
  for await (const _ of queue) break;
  await waiting;
  queue.push(3);
  expect(queue.size).toBe(0);
});
