import { expect, test } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import { MarketStore } from '$lib/server/node/market/marketStore';

const GENESIS = '11'.repeat(32) as BlockId;

test('actions are listed in order, moved to another height, and forgotten', () => {
  const store = new MarketStore(':memory:', GENESIS);
  const [first, second, third] = ['one', 'two', 'three'].map((action, i) => store.addAction(10 + i, 'host', action));
  store.moveAction(second!, 40);
  expect(store.actionsAfter(0)).toEqual([
    { seq: first, height: 10, part: 'host', action: 'one' },
    { seq: second, height: 40, part: 'host', action: 'two' },
    { seq: third, height: 12, part: 'host', action: 'three' }
  ]);
  expect(store.actionsAfter(second!).map(({ seq }) => seq)).toEqual([third]);
  store.forgetActions(second!);
  expect(store.actionsAfter(0).map(({ seq }) => seq)).toEqual([third]);
  store.close();
});
