import { expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import type { BlockId } from '$lib/chain/ids';
import { lineOf, linesArrived, linesBelow, linesFrom } from '$lib/explorer/blockList';
import type { KnownBlock } from '$lib/explorer/blockReader';
import { eventually } from '../../support/eventually';

const signal = new AbortController().signal;

/** A chain of empty blocks with ids prefixed with `branch`; it continues `onto`. */
function chainOf(branch: string, upTo: number, onto: readonly KnownBlock[] = []): KnownBlock[] {
  const chain = [...onto];
  for (let height = onto.length; height <= upTo; height++) {
    const parentId = (chain.at(-1)?.id ?? 'none') as BlockId;
    const block = { parentId, timestamp: height, minerPayouts: [], transactions: [] } as unknown as Block;
    const id = `${branch}${height}` as BlockId;
    chain.push({ id, height, block, childDifficulty: undefined, isWhole: true } as KnownBlock);
  }
  return chain;
}

const readerOf = (chain: readonly KnownBlock[]) => ({
  byId: async (id: BlockId) => chain.find((known) => known.id === id),
  byHeight: async (height: number) => chain[height]
});

const ids = (lines: readonly { readonly id: BlockId }[]) => lines.map(({ id }) => id);

test('starts at the tip and continues without a gap', async () => {
  const reader = readerOf(chainOf('a', 60));
  const lines = await linesFrom(reader, 'a60' as BlockId, signal);
  expect([lines.length, lines[0]!.id, lines.at(-1)!.id]).toEqual([41, 'a60', 'a20']);
  const below = await linesBelow(reader, lines.at(-1)!);
  expect([below[0]!.id, below.at(-1)!.id]).toEqual(['a19', 'a0']);
  expect(await linesBelow(reader, below.at(-1)!)).toEqual([]);
});

test('finds new blocks by following parent ids', async () => {
  const old = chainOf('a', 10);
  const known = old.map(lineOf).reverse();
  const reader = readerOf(chainOf('b', 12, old.slice(0, 9)));
  const found = await linesArrived(reader, known, 'b12' as BlockId, signal);
  expect([ids(found!.arrived), found!.replaced]).toEqual([['b12', 'b11', 'b10', 'b9'], 2]);
});

test('gives up on a list that shares no block with the chain', async () => {
  const known = chainOf('a', 10).slice(5).map(lineOf).reverse();
  expect(await linesArrived(readerOf(chainOf('b', 12)), known, 'b12' as BlockId, signal)).toBeUndefined();
});

test('gives up if a block names itself as its parent', async () => {
  const known = chainOf('a', 10).map(lineOf).reverse();
  const [, ...own] = chainOf('b', 12);
  const circle = own.map((block) => ({ ...block, block: { ...block.block, parentId: block.id } }));
  expect(await linesArrived(readerOf(circle), known, 'b12' as BlockId, signal)).toBeUndefined();
});

test('a page ends where a reorganization intervened, after at least one block', async () => {
  const before = chainOf('a', 10);
  const mixed = [...chainOf('b', 7), ...before.slice(8)];
  expect(ids(await linesBelow(readerOf(mixed), lineOf(before[10]!)))).toEqual(['a9', 'a8']);
  const byId = async (id: BlockId) => before.find((known) => known.id === id);
  expect(ids(await linesBelow({ ...readerOf(mixed), byId }, lineOf(before[8]!)))).toEqual(['a7']);
});

test('a page is read a few blocks at a time, and no further after a failure', async () => {
  const chain = chainOf('a', 60);
  let [pending, most, count] = [0, 0, 0];
  const reader = (failsAt: number) => ({
    ...readerOf(chain),
    byHeight: async (height: number) => {
      most = Math.max(most, ++pending);
      count++;
      await new Promise((resolve) => setTimeout(resolve));
      pending--;
      if (height === failsAt) throw new Error('no response');
      return chain[height];
    }
  });
  expect(await linesBelow(reader(-1), lineOf(chain[60]!))).toHaveLength(40);
  expect([most, count]).toEqual([4, 40]);
  count = 0;
  await expect(linesBelow(reader(58), lineOf(chain[60]!))).rejects.toThrow('no response');
  await eventually(() => expect(pending).toBe(0));
  expect(count).toBeLessThanOrEqual(8);
});
