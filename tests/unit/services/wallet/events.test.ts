import { expect, test } from 'vitest';
import { readEvents, withUnconfirmed } from '$lib/services/wallet/events';
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

/** Reads all events of that many outputs each. @returns how many were read at once, one read after another */
async function readAll(count: number, outputs: number) {
  const all = Array.from({ length: count }, (_, i) => ({ id: `${i}`, inputs: [], outputs: Array(outputs).fill({}) }));
  const limits: number[] = [];
  const store = {
    async eventPage(_walletId: string, _type: unknown, last: WalletEvent | undefined, limit: number) {
      limits.push(limit);
      const from = last ? Number(last.id) + 1 : 0;
      return all.slice(from, from + limit) as unknown as WalletEvent[];
    }
  };
  const query = { walletId: 'w', filter: {}, labels: new Map(), last: undefined, limit: count };
  expect((await readEvents(store, query)).map(({ id }) => Number(id))).toEqual(all.map((_, i) => i));
  return limits;
}

test('events are read a few at once where they have thousands of outputs, else in large pages', async () => {
  expect(Math.max(...(await readAll(50, 2_000)))).toBe(8);
  expect((await readAll(5_000, 2)).length).toBeLessThan(20);
});
