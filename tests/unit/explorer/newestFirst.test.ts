import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestFirst } from '$lib/explorer/newestFirst';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const event = (id: number, height: number, delay: number) =>
  ({ id: String(id), index: { height, id: 'b' }, maturityHeight: height + delay }) as unknown as WalletEvent;

/** A server with these events, some of which (undefined) we cannot decode. */
const served = (events: readonly (WalletEvent | undefined)[]) => async (offset: number, limit: number) => {
  const page = events.slice(offset, offset + limit);
  return { count: page.length, events: page.filter((one) => one !== undefined) };
};

test('a payment precedes the payouts of earlier blocks that mature after it', async () => {
  const [payout, payment, old] = [event(1, 10, 144), event(2, 100, 0), event(3, 5, 0)];
  const next = newestFirst(served([payout, undefined, payment, old]));
  expect(await next(1)).toEqual([payment]);
  expect(await next(2)).toEqual([payout, old]);
  expect(await next(2)).toEqual([]);
});

test('each event is returned once, in block order, at any page size', async () => {
  const drawn = fc.array(fc.tuple(fc.nat(40), fc.constantFrom(0, 0, 7)), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(drawn, fc.integer({ min: 1, max: 9 }), async (heights, limit) => {
      const events = heights.map(([height, delay], i) => event(i, height, delay));
      const next = newestFirst(served(events.toSorted((a, b) => b.maturityHeight - a.maturityHeight)));
      const given: WalletEvent[] = [];
      for (let page = await next(limit); ; page = await next(limit)) {
        given.push(...page);
        if (page.length < limit) break;
      }
      expect(new Set(given)).toEqual(new Set(events));
      expect(given).toHaveLength(events.length);
      const order = given.map(({ index }) => index.height);
      expect(order).toEqual(order.toSorted((a, b) => b - a));
    })
  );
});

test.each([
  ['the same events', [event(1, 0, 1_000), event(2, 0, 1_000)]],
  ['events that we cannot decode', []]
])('a server whose pages always contain %s is not asked forever', async (_, events) => {
  const next = newestFirst(async () => ({ count: 2, events }));
  await expect(next(2)).rejects.toMatchObject({ code: 'wallet/repeated-pages' });
});

test('an event that a new one moved to the next page is returned once', async () => {
  const [newer, older, oldest] = [event(3, 30, 0), event(2, 20, 0), event(1, 10, 0)];
  const events = [older, oldest];
  const next = newestFirst((offset, limit) => served(events)(offset, limit));
  expect(await next(1)).toEqual([older]);
  events.unshift(newer);
  expect(await next(1)).toEqual([oldest]);
});

test('more events than a server puts on a page are read in several', async () => {
  const events = Array.from({ length: 1_500 }, (_, i) => event(i, 1_500 - i, 0));
  const read = served(events);
  const next = newestFirst((offset, limit) => read(offset, Math.min(limit, 1_000)));
  expect(await next(1_400)).toHaveLength(1_400);
  expect(await next(200)).toHaveLength(100);
});
