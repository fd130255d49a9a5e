import { expect, test } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import { RecentUpdates, type AppliedUpdate } from '$lib/server/node/wallet/recentUpdates';

const MOST = 10;
const idOf = (n: number) => String(n).padStart(64, '0') as BlockId;

/** Requests updates of these sizes by number; returns the numbers that had to be computed. */
function asking(recent: RecentUpdates) {
  return (...asked: readonly (readonly [n: number, bytes: number])[]): number[] => {
    const worked: number[] = [];
    for (const [n, bytes] of asked) {
      recent.of(idOf(n), () => {
        worked.push(n);
        return { bytes } as AppliedUpdate;
      });
    }
    return worked;
  };
}

test('an update is computed once while it is cached', () => {
  const ask = asking(new RecentUpdates(MOST));
  expect(ask([1, 4], [2, 6], [1, 4], [2, 6])).toEqual([1, 2]);
});

test('the least recently read one is evicted', () => {
  const ask = asking(new RecentUpdates(MOST));
  expect(ask([1, 4], [2, 4], [1, 4], [3, 4])).toEqual([1, 2, 3]);
  expect(ask([1, 4], [3, 4])).toEqual([]);
  expect(ask([2, 4])).toEqual([2]);
});

test('one larger than the whole cache is not cached, and evicts nothing', () => {
  const ask = asking(new RecentUpdates(MOST));
  expect(ask([1, 4], [2, 11], [2, 11], [1, 4])).toEqual([1, 2, 2]);
});

test('one as large as the whole cache is cached alone', () => {
  const ask = asking(new RecentUpdates(MOST));
  expect(ask([1, 4], [2, 10], [2, 10], [1, 4], [2, 10])).toEqual([1, 2, 1, 2]);
});

test('nothing is cached with a limit of zero', () => {
  const ask = asking(new RecentUpdates(0));
  expect(ask([1, 4], [1, 4])).toEqual([1, 1]);
});
