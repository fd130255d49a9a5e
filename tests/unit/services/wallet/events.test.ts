import { expect, test } from 'vitest';
import { withUnconfirmed } from '$lib/services/wallet/events';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const event = (id: string, blockHeight: number) => ({ id, blockHeight }) as unknown as WalletEvent;

test('what waits in the pool stands above what is in blocks', () => {
  const [waiting, mined] = [event('b', 0), event('a', 7)];
  expect(withUnconfirmed([waiting], [mined])).toEqual([waiting, mined]);
});

test('an event that is in the pool and in a block is listed once, as in the block', () => {
  const mined = event('a', 7);
  expect(withUnconfirmed([event('a', 0)], [mined])).toEqual([mined]);
});
