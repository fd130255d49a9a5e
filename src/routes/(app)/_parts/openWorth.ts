import { lazy } from '$lib/async/lazy';
import { load } from '$lib/messages/prices';
import type { PriceState } from '$lib/state/prices/prices.svelte';

const loadParts = lazy(async () => {
  const [{ default: Worth }, { default: CurrencyField }] = await Promise.all([
    import('./Worth.svelte'),
    import('./CurrencyField.svelte'),
    load()
  ]);
  return { Worth, CurrencyField };
});

/** Components that show the value of coins, with prices. @param openPrices undefined if no source is chosen */
export async function openWorth(openPrices: (() => Promise<PriceState>) | undefined) {
  if (!openPrices) return undefined;
  const [parts, prices] = await Promise.all([loadParts(), openPrices()]);
  return { ...parts, prices };
}
