import { expect, test } from 'vitest';
import type { DaemonBlock } from '$lib/api/daemon/consensus';
import { consensusOf, NewestBlocks } from '$lib/server/connections/newestBlocks';

/** The part of a block that others link to. */
const block = (height: number, branch = 'a', parentBranch = branch) =>
  ({ id: `${branch}${height}`, height, parentId: `${parentBranch}${height - 1}` }) as unknown as DaemonBlock;

type Query = { id?: string; height?: number };

/** A node with scripted responses to requests for blocks, and the requests it received. */
function openNode(
  tip: { id: string; height: number },
  answer: (query: Query) => DaemonBlock,
  firstBodyHeight?: number
) {
  const requested: Query[] = [];
  const signals = new Set<AbortSignal | undefined>();
  const node = { tip, answered: 0, firstWave: 0 };
  const consensus = {
    status: async (_: object, { signal }: { signal?: AbortSignal }) => {
      signals.add(signal);
      return { currentBlock: node.tip.id, height: node.tip.height, firstBodyHeight };
    },
    block: async ({ query }: { query: Query }, { signal }: { signal?: AbortSignal }) => {
      signals.add(signal);
      requested.push(query);
      if (node.answered === 0) node.firstWave++;
      await Promise.resolve();
      node.answered++;
      return answer(query);
    }
  } as unknown as Parameters<NewestBlocks['read']>[0];
  const newest = new NewestBlocks();
  const { signal } = new AbortController();
  const read = async () => (await newest.read(consensus, signal)).map(({ id }) => id);
  const haveTheSignal = () => signals.size === 1 && signals.has(signal);
  return { read, requested, node, haveTheSignal };
}

const oneBranch = ({ height, id }: Query) => block(height ?? Number(id!.slice(1)));
const heights = (from: number, to: number, branch = 'a') =>
  Array.from({ length: from - to + 1 }, (_, i) => `${branch}${from - i}`);

test('the newest blocks are requested in parallel, and later only new ones; all with the reader’s signal', async () => {
  const { read, requested, node, haveTheSignal } = openNode({ id: 'a20', height: 20 }, oneBranch);
  expect(await read()).toEqual(heights(20, 13));
  expect([node.firstWave, requested.length]).toEqual([8, 8]);
  node.tip = { id: 'a21', height: 21 };
  expect(await read()).toEqual(heights(21, 14));
  expect(requested.slice(8)).toEqual([{ id: 'a21' }]);
  expect(haveTheSignal()).toBe(true);
});

test('a short chain has fewer', async () => {
  const { read, requested } = openNode({ id: 'a2', height: 2 }, oneBranch);
  expect(await read()).toEqual(heights(2, 0));
  expect(requested).toHaveLength(3);
});

test('a node that started from a checkpoint is only asked for blocks it has', async () => {
  const { read, requested } = openNode({ id: 'a20', height: 20 }, oneBranch, 18);
  expect(await read()).toEqual(heights(20, 18));
  expect(requested).toEqual([{ height: 20 }, { height: 19 }, { height: 18 }]);
});

test('after a concurrent reorganization, blocks of another branch are replaced by following parent ids', async () => {
  // By height, the node already returns branch b; the tip that it reported before is on branch a, from block 18 on.
  const { read } = openNode({ id: 'a20', height: 20 }, ({ height, id }) => {
    if (height !== undefined) return block(height, height >= 18 ? 'b' : 'a', height > 18 ? 'b' : 'a');
    return block(Number(id!.slice(1)));
  });
  expect(await read()).toEqual(heights(20, 13));
});

test('a daemon is asked with its password', async () => {
  let authorization: string | undefined;
  const upstream: Parameters<typeof consensusOf>[0] = async ({ headers }) => {
    ({ authorization } = headers);
    return { status: 401, headers: {}, body: [] };
  };
  await expect(consensusOf(upstream, 'p4ss').status({})).rejects.toMatchObject({ code: 'api/unauthorized' });
  expect(authorization).toBe(`Basic ${btoa(':p4ss')}`);
});
