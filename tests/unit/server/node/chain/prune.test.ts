import { expect, test } from 'vitest';
import { pruneBodies } from '$lib/server/node/chain/prune';
import type { ChainStore } from '$lib/server/node/store/store';

/** A store of which the bodies from that height on are there. */
function storeFrom(first: number) {
  const pruned: [number, number][] = [];
  const store = {
    firstBody: first,
    transaction: (work: () => void) => work(),
    blocks: { pruneBodies: (from: number, to: number) => pruned.push([from, to]) },
    setFirstBody: (height: number) => (store.firstBody = height)
  };
  return { store: store as unknown as ChainStore, pruned };
}

test('bodies deeper than what is kept are removed, five hundred at a time', () => {
  const { store, pruned } = storeFrom(1);
  expect(pruneBodies(store, 1_300, 300)).toBe(true);
  expect(pruneBodies(store, 1_300, 300)).toBe(false);
  expect(pruned).toEqual([
    [1, 501],
    [501, 1_001]
  ]);
  expect(store.firstBody).toBe(1_001);
});

test('nothing is removed for fewer than fifty', () => {
  const { store, pruned } = storeFrom(1);
  expect(pruneBodies(store, 349, 300)).toBe(false);
  expect([pruned, store.firstBody]).toEqual([[], 1]);
  expect(pruneBodies(store, 350, 300)).toBe(false);
  expect([pruned, store.firstBody]).toEqual([[[1, 51]], 51]);
});
