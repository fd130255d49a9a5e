import { expect, test } from 'vitest';
import type { DaemonBlock } from '$lib/api/daemon/consensus';
import { Overview } from '$lib/state/node/overview.svelte';

/** As much of a block as the Overview links by. */
const block = (height: number, branch = 'a', parentBranch = branch) =>
  ({ id: `${branch}${height}`, height, parentId: `${parentBranch}${height - 1}` }) as unknown as DaemonBlock;

type Query = { id?: string; height?: number };

/** An overview of a node whose answers to requests for blocks are given, and what was requested. */
function openOverview(height: number, answer: (query: Query) => DaemonBlock, firstBodyHeight?: number) {
  const requested: Query[] = [];
  let answered = 0;
  /** Requests that were made before the first answer. */
  let firstWave = 0;
  const daemon = {
    consensus: {
      block: async ({ query }: { query: Query }) => {
        requested.push(query);
        if (answered === 0) firstWave++;
        await Promise.resolve();
        answered++;
        return answer(query);
      }
    }
  };
  const value = { currentBlock: `a${height}`, height, firstBodyHeight };
  const status = { value, problem: undefined, refresh: async () => undefined };
  const [node, nodeStatus] = [daemon, { consensus: status }] as unknown as ConstructorParameters<typeof Overview>;
  return { overview: new Overview(node, nodeStatus), requested, firstWave: () => firstWave };
}

const heights = (blocks: readonly DaemonBlock[] | undefined) => blocks?.map(({ height }) => height);

test('the newest blocks are requested at once, not one after the other', async () => {
  const { overview, firstWave, requested } = openOverview(20, ({ height, id }) =>
    block(height ?? Number(id!.slice(1)))
  );
  await overview.recent.refresh();
  expect(heights(overview.recent.value)).toEqual([20, 19, 18, 17, 16, 15, 14, 13]);
  expect([firstWave(), requested.length]).toEqual([8, 8]);
});

test('a short chain has as many as it has', async () => {
  const { overview, requested } = openOverview(2, ({ height }) => block(height!));
  await overview.recent.refresh();
  expect(heights(overview.recent.value)).toEqual([2, 1, 0]);
  expect(requested).toHaveLength(3);
});

test('a node that began with a checkpoint is asked for what it has', async () => {
  const { overview, requested } = openOverview(20, ({ height, id }) => block(height ?? Number(id!.slice(1))), 18);
  await overview.recent.refresh();
  expect(heights(overview.recent.value)).toEqual([20, 19, 18]);
  expect(requested).toEqual([{ height: 20 }, { height: 19 }, { height: 18 }]);
});

test('blocks of another branch, of a reorganisation meanwhile, are replaced by their linked ones', async () => {
  // By height the node answers with branch b already; the tip that it named before is of branch a, from block 18 on.
  const { overview } = openOverview(20, ({ height, id }) => {
    if (height !== undefined) return block(height, height >= 18 ? 'b' : 'a', height > 18 ? 'b' : 'a');
    return block(Number(id!.slice(1)));
  });
  await overview.recent.refresh();
  expect(overview.recent.value?.map(({ id }) => id)).toEqual(['a20', 'a19', 'a18', 'a17', 'a16', 'a15', 'a14', 'a13']);
});
