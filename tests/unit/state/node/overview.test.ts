import { expect, test } from 'vitest';
import type { BlockSummary } from '$lib/api/quarry/newestBlocks';
import { Overview } from '$lib/state/node/overview.svelte';

/** The part of a block that the Overview uses. */
const blocksUpTo = (height: number) =>
  [height, height - 1].map((at) => ({ id: `a${at}`, height: at })) as unknown as readonly BlockSummary[];

/** An overview of a node with a settable height, and its requests in order. */
function openOverview(height: number) {
  const requested: string[] = [];
  const node = { height };
  const newestBlocks = {
    list: async () => {
      requested.push('blocks');
      return blocksUpTo(node.height);
    }
  };
  const consensus = {
    value: undefined as unknown,
    problem: undefined,
    refresh: async () => {
      requested.push('status');
      consensus.value = { currentBlock: `a${node.height}`, height: node.height };
    }
  };
  const [daemon, blocks, nodeStatus] = [{}, newestBlocks, { consensus }] as unknown as ConstructorParameters<
    typeof Overview
  >;
  return { overview: new Overview(daemon, blocks, nodeStatus), requested, node };
}

test('the newest blocks are requested without waiting for the status, and again only after a new block', async () => {
  const { overview, requested, node } = openOverview(20);
  await overview.recent.refresh();
  expect(requested).toEqual(['blocks']);
  await overview.recent.refresh();
  expect(requested).toEqual(['blocks', 'status']);
  node.height = 21;
  await overview.recent.refresh();
  expect(requested).toEqual(['blocks', 'status', 'status', 'blocks']);
  expect(overview.recent.value?.map(({ id }) => id)).toEqual(['a21', 'a20']);
});

test('the tip is the first of them, read together with them', async () => {
  const { overview, requested } = openOverview(20);
  await Promise.all([overview.tip.refresh(), overview.recent.refresh()]);
  expect(overview.tip.value?.id).toBe('a20');
  expect(requested).toEqual(['blocks']);
});
