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
