import { expect, test } from 'vitest';
import type { PricesClient, PriceSource, PriceStatus } from '$lib/api/quarry/prices';
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
