import { expect, test } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { serveCalls } from '$lib/peers/calls/callee';
import { fetchBlocks, type BlockFetch } from '$lib/server/node/peers/sync/blockFetch';
import type { Peer } from '$lib/server/node/peers/peer';
import { ManualClock, settle } from '../../../../support/manualClock';
import { multiplexers } from '../../../../support/peers/connections';
import { TestChain } from '../../../../support/peers/testChain';

const chain = TestChain.create().extend(200);

/** Fetches the whole chain from one peer. */
function fetching(options: Partial<BlockFetch> = {}) {
  const clock = new ManualClock();
  const [ours, theirs] = multiplexers(clock);
  const handlers = chain.handlers();
  let asked = 0;
  void serveCalls(
    theirs,
    {
      ...handlers,
      sendBlocks: (request) => {
        asked++;
        return handlers.sendBlocks(request);
      }
    },
    { clock }
  );
  const runs = fetchBlocks({
    peers: [{ mux: ours } as unknown as Peer],
    base: chain.idAt(0),
    ids: chain.states.slice(1).map(({ index }) => index.id),
    clock: systemScheduler,
    signal: new AbortController().signal,
    ...options
  });
  return { runs, asked: () => asked };
}

/** Long enough for everything that is asked for to arrive. */
async function idle(asked: () => number): Promise<void> {
  for (let before = -1, quiet = 0; quiet < 50; quiet = asked() === before ? quiet + 1 : 0, before = asked())
    await settle();
}

test('blocks are fetched ahead of those that are taken, 150 at most', async () => {
  const { runs, asked } = fetching();
  await runs.next();
  await idle(asked);
  expect(asked()).toBe(6);
});

test('with too many bytes in memory, only the blocks that are waited for are fetched, and all of them arrive', async () => {
  const { runs, asked } = fetching({ maxHeldBytes: 1_000 });
  await runs.next();
  await idle(asked);
  expect(asked()).toBe(1);
  let height = 16;
  for await (const { blocks } of runs) height += blocks.length;
  expect(height).toBe(200);
  expect(asked()).toBe(8);
});
