import { expect, test } from 'vitest';
import type { PricesClient, PriceSource, PriceStatus } from '$lib/api/quarry/prices';
import { parsePrice } from '$lib/chain/currency/price';
import { PriceState } from '$lib/state/prices/prices.svelte';

test('a chosen source is shown, although a read from before the choice is still running', async () => {
  const source: PriceSource = { url: 'http://prices.test/', currency: 'EUR' };
  const early = Promise.withResolvers<PriceStatus>();
  const answers = [early.promise, Promise.resolve({ source })];
  const client = {
    status: () => answers.shift(),
    days: async () => [],
    choose: async () => undefined
  } as unknown as PricesClient;
  const prices = new PriceState(client, Date.now);
  void prices.load();
  const choosing = prices.choose(source);
  early.resolve({} as PriceStatus);
  await choosing;
  expect(prices.source).toEqual(source);
});

test('a price is shown for a day, and not if it is dated later than tomorrow because a clock was set back', async () => {
  const DAY_MS = 24 * 60 * 60_000;
  const now = 400 * DAY_MS;
  for (const [atMs, isShown] of [
    [now - DAY_MS, true],
    [now - DAY_MS - 1, false],
    [now + DAY_MS, true],
    [now + DAY_MS + 1, false],
    [now + 365 * DAY_MS, false]
  ] as const) {
    const status: PriceStatus = {
      source: { url: 'http://prices.test/', currency: 'EUR' },
      latest: { price: parsePrice('2'), atMs }
    };
    const client = { status: async () => status, days: async () => [] } as unknown as PricesClient;
    const prices = new PriceState(client, () => now);
    await prices.load();
    expect(prices.current !== undefined, String(atMs - now)).toBe(isShown);
  }
});
