import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain } from '../../../../support/peers/testChain';

const [genesis, first] = TestChain.create().extend(1).states;

let store: ChainStore;
beforeEach(() => (store = new ChainStore(':memory:')));
afterEach(() => store.close());

test('the checkpoint at which a chain begins is found once it is set, and decoded once', () => {
  const { checkpoint } = store;
  expect(checkpoint.get()).toBeUndefined();
  const trusted = { id: first!.index.id, parentState: genesis! };
  checkpoint.set(trusted);
  const found = checkpoint.get();
  expect(found).toEqual(trusted);
  expect(checkpoint.get()).toBe(found);
});

test('of the blocks that are not stored, only the one before the checkpoint has a state', () => {
  store.checkpoint.set({ id: first!.index.id, parentState: genesis! });
  expect([genesis, first].map((state) => store.state(state!.index.id))).toEqual([genesis, undefined]);
});
