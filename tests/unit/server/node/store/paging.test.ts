import { expect, test } from 'vitest';
import { pageOf, takePage } from '$lib/server/node/store/paging';

test.each([
  [{}, { offset: 0, limit: 50 }],
  [{ offset: 3 }, { offset: 3, limit: 50 }],
  [{ limit: 7 }, { offset: 0, limit: 7 }],
  [{ limit: 0 }, { offset: 0, limit: 0 }],
  [
    { offset: 1, limit: 1_000 },
    { offset: 1, limit: 100 }
  ]
])('the query %j asks for the page %j', (query, page) => {
  expect(pageOf(query, 50, 100)).toEqual(page);
});

/** Counts the items that were asked for. */
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
])('from %i on, %i at most: %j of five, of which %i are looked at', (offset, limit, page, count) => {
  const asked: number[] = [];
  expect(takePage(counted(asked), { offset, limit })).toEqual(page);
  expect(asked).toHaveLength(count);
});
