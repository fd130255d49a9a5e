import { describe, expect, test, vi } from 'vitest';
import { pageOf, pageOfMany, takePage, type Page } from '$lib/server/node/store/paging';

test.each([
  [{}, { offset: 0, limit: 50 }],
  [{ offset: 3 }, { offset: 3, limit: 50 }],
  [{ limit: 7 }, { offset: 0, limit: 7 }],
  [{ limit: 0 }, { offset: 0, limit: 0 }],
  // A negative limit is none.
  [{ limit: -1 }, { offset: 0, limit: 100 }],
  [
    { offset: -3, limit: 101 },
    { offset: 0, limit: 100 }
  ],
  [
    { offset: 1, limit: 1_000 },
    { offset: 1, limit: 100 }
  ]
])('the query %j requests the page %j', (query, page) => {
  expect(pageOf(query, 50, 100)).toEqual(page);
});

/** Records the items that were read. */
function* counted(asked: number[]) {
  for (let item = 0; item < 5; item++) {
    asked.push(item);
    yield item;
  }
}

test.each<[number, number, number[], number]>([
  [0, 2, [0, 1], 2],
  [1, 2, [1, 2], 3],
  [3, 5, [3, 4], 5],
  [5, 2, [], 5],
  [1, 0, [], 0]
])('from %i on, %i at most: %j of five, reading %i of them', (offset, limit, page, count) => {
  const asked: number[] = [];
  expect(takePage(counted(asked), { offset, limit })).toEqual(page);
  expect(asked).toHaveLength(count);
});

describe('a page across the lists a to e, of 3, 0, 2, 0 and 4 items', () => {
  const lists: Readonly<Record<string, number>> = { a: 3, b: 0, c: 2, d: 0, e: 4 };
  const items = (key: string, { offset, limit }: Page) =>
    Array.from({ length: lists[key]! }, (_, i) => key + i).slice(offset, offset + limit);
  const all = Object.keys(lists).flatMap((key) => items(key, { offset: 0, limit: 9 }));

  test.each<[number, number, string]>([
    [0, 4, 'abc'],
    [0, 3, 'a'],
    [2, 2, 'abc'],
    [3, 2, 'bc'],
    [4, 5, 'cde'],
    [8, 9, 'e'],
    [9, 1, ''],
    [0, 0, '']
  ])('from %i on, %i at most, reads only %j', (offset, limit, read) => {
    const page = vi.fn(items);
    const count = vi.fn((key: string) => lists[key]!);
    const taken = pageOfMany(Object.keys(lists), { offset, limit }, { count, page });
    expect(taken).toEqual(all.slice(offset, offset + limit));
    // Lists are counted only to be skipped.
    if (offset === 0) expect(count).not.toHaveBeenCalled();
    expect(page.mock.calls.map(([key]) => key).join('')).toBe(read);
  });
});
