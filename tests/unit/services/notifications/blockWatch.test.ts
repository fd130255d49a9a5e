import { expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { BlockWatch, type SolvedBlock } from '$lib/services/notifications/blockWatch';

const block = (height: number, change: Partial<SolvedBlock> = {}): SolvedBlock => ({
  height,
  atMs: height * 1_000,
  outcome: 'accepted',
  reward: hastings(5n),
  ...change
});
const heightsIn = (watch: BlockWatch, found: readonly SolvedBlock[]) => watch.look(found).map(({ height }) => height);

test('each accepted block is reported once, in order', () => {
  const [first, lost, second] = [block(1), block(2, { outcome: 'stale' }), block(3)];
  const watch = new BlockWatch([]);
  expect(watch.look([first])).toEqual([
    { kind: 'block-found', group: '', atMs: 1_000, count: 1, height: 1, coins: 5n, href: '/mine' }
  ]);
  expect(heightsIn(watch, [first])).toEqual([]);
  const third = block(4);
  expect(heightsIn(watch, [third, second, lost, first])).toEqual([3, 4]);
  expect(heightsIn(watch, [third, second, lost, first])).toEqual([]);
});

test('blocks found before are not reported', () => {
  const before = block(1);
  expect(heightsIn(new BlockWatch([before]), [block(2), before])).toEqual([2]);
});

test('a block is reported although the clock was set back, or has not advanced', () => {
  const first = block(1, { atMs: 9_000 });
  const watch = new BlockWatch([]);
  watch.look([first]);
  const second = block(2, { atMs: 9_000 });
  expect(heightsIn(watch, [second, first])).toEqual([2]);
  expect(heightsIn(watch, [block(3, { atMs: 2_000 }), second, first])).toEqual([3]);
});

test('all blocks of a list that no longer has the last one are new', () => {
  const watch = new BlockWatch([block(1)]);
  expect(heightsIn(watch, [block(3), block(2)])).toEqual([2, 3]);
});
