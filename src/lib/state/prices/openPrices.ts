import { createPrices } from '$lib/api/quarry/prices';
import type { TransportOptions } from '$lib/api/http/transport';
import { PriceState } from './prices.svelte';

/** Prices of the coin, as Quarry's server has them. */
export async function openPrices(own: Omit<TransportOptions, 'baseUrl'>): Promise<PriceState> {
  const prices = new PriceState(createPrices({ ...own, baseUrl: '/api' }), Date.now);
  await prices.load();
  return prices;
}
