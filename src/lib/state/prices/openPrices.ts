import { createPrices } from '$lib/api/quarry/prices';
import type { TransportOptions } from '$lib/api/http/transport';
import { PriceState } from './prices.svelte';

/** Coin prices, as provided by Quarry's server. */
export async function openPrices(own: Omit<TransportOptions, 'baseUrl'>): Promise<PriceState> {
  const prices = new PriceState(createPrices({ ...own, baseUrl: '/api' }), Date.now);
  await prices.load();
  return prices;
}
