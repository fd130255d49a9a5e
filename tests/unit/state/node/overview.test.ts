import { afterEach, expect, test, vi } from 'vitest';
import type { BlockSummary } from '$lib/api/quarry/newestBlocks';
import { Overview } from '$lib/state/node/overview.svelte';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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
    atMs: undefined as number | undefined,
    problem: undefined,
    refresh: async () => {
      requested.push('status');
      consensus.value = { currentBlock: `a${node.height}`, height: node.height };
    }
  };
  const [daemon, blocks, nodeStatus] = [{}, newestBlocks, { consensus }] as unknown as ConstructorParameters<
    typeof Overview
  >;
  return { overview: new Overview(daemon, blocks, nodeStatus), requested, node, consensus };
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

test('a status that was just polled is not requested again', async () => {
  vi.useFakeTimers();
  const { overview, requested, consensus } = openOverview(20);
  await overview.recent.refresh();
  Object.assign(consensus, { value: { currentBlock: 'a20' }, atMs: Date.now() });
  vi.advanceTimersByTime(1_999);
  await overview.recent.refresh();
  expect(requested).toEqual(['blocks']);
  vi.advanceTimersByTime(1);
  await overview.recent.refresh();
  expect(requested).toEqual(['blocks', 'status']);
  consensus.atMs = Date.now() + 60_000;
  await overview.recent.refresh();
  expect(requested).toEqual(['blocks', 'status', 'status']);
});

test('the tip is the first of them, read together with them', async () => {
  const { overview, requested } = openOverview(20);
  await Promise.all([overview.tip.refresh(), overview.recent.refresh()]);
  expect(overview.tip.value?.id).toBe('a20');
  expect(requested).toEqual(['blocks']);
});

test('the version, which does not change while the node runs, is rarely read', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const [status, version] = [vi.fn(async () => ({})), vi.fn(async () => ({ version: '1.2.3' }))];
  const node = { gateway: { status }, miner: { status: async () => ({}) }, daemon: { version } };
  const [daemon, blocks, nodeStatus] = [node, {}, {}] as unknown as ConstructorParameters<typeof Overview>;
  const overview = new Overview(daemon, blocks, nodeStatus);
  const stop = overview.followNode();
  await vi.advanceTimersByTimeAsync(61_000);
  expect([status.mock.calls.length, version.mock.calls.length]).toEqual([31, 2]);
  expect([overview.version.value, overview.version.stale]).toEqual(['1.2.3', false]);
  stop();
  await vi.advanceTimersByTimeAsync(61_000);
  expect([status.mock.calls.length, version.mock.calls.length]).toEqual([31, 2]);
});
