import { expect, test, vi } from 'vitest';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { chainClock } from '$lib/server/node/simulation/chainClock';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const HEIGHT = 32;

test('every block of the best chain has its time, read from a few states, and none is above the tip', async () => {
  const store = new ChainStore(':memory:');
  const signatures = new SignatureChecker(() => expect.fail('no block here has signatures'));
  const chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  const clock = chainClock(store, chain);
  const best = TestChain.create();
  for (let height = 1; height <= HEIGHT; height++) best.extend(1, 600 + height);
  const momentsOf = ({ blocks, states }: TestChain) =>
    blocks.map(({ timestamp }, height) => ({ height, id: states[height]!.index.id, timestamp }));
  const seen = () => Array.from({ length: clock.tip.height + 2 }, (_, height) => clock.at(height));
  await chain.addBlocks(best.blocks.slice(1));
  const read = vi.spyOn(store, 'state');
  expect(seen()).toEqual([...momentsOf(best), undefined]);
  // A state has the times of eleven blocks.
  expect(read).toHaveBeenCalledTimes((HEIGHT + 1) / 11);

  const branch = best.fork(HEIGHT - 2, 7).extend(4);
  await chain.addBlocks(branch.blocks.slice(HEIGHT - 1));
  expect(seen()).toEqual([...momentsOf(branch), undefined]);
  expect([clock.first, clock.genesisId, clock.tip]).toEqual([0, best.idAt(0), branch.tip.index]);
  store.close();
});
