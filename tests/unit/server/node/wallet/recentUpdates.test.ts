import { expect, test } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import { RecentUpdates, type AppliedUpdate } from '$lib/server/node/wallet/recentUpdates';

const MOST = 10;
const idOf = (n: number) => String(n).padStart(64, '0') as BlockId;

/** Asks for updates of these sizes by number; returns the numbers that had to be worked out. */
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

test('an update is worked out once while it is kept', () => {
  const ask = asking(new RecentUpdates(MOST));
  expect(ask([1, 4], [2, 6], [1, 4], [2, 6])).toEqual([1, 2]);
});

test('what was read longest ago makes room', () => {
  const ask = asking(new RecentUpdates(MOST));
  expect(ask([1, 4], [2, 4], [1, 4], [3, 4])).toEqual([1, 2, 3]);
  expect(ask([1, 4], [3, 4])).toEqual([]);
  expect(ask([2, 4])).toEqual([2]);
});

test('one that is larger than all together may be is not kept, and drops nothing', () => {
  const ask = asking(new RecentUpdates(MOST));
  expect(ask([1, 4], [2, 11], [2, 11], [1, 4])).toEqual([1, 2, 2]);
});

test('none is kept where there is no room', () => {
  const ask = asking(new RecentUpdates(0));
  expect(ask([1, 4], [1, 4])).toEqual([1, 1]);
});
