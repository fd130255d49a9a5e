import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { PriceState } from '$lib/state/prices/prices.svelte';
import PricesCard from '../../src/routes/(app)/settings/PricesCard.svelte';

test('prices are not stopped while another source is being saved, which would turn them on again', async () => {
  const source = { url: 'https://prices.test/', currency: 'EUR' };
  const stop = vi.fn(async () => undefined);
  const prices = { source, live: {}, choose: () => new Promise(() => undefined), stop } as unknown as PriceState;
  const shown = mount(PricesCard, { target: document.body, props: { prices } });
  flushSync();
  document.querySelector('form')!.requestSubmit();
  flushSync();
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Stop and delete prices'
  )!;
  button.click();
  expect(stop).not.toHaveBeenCalled();
  expect(button.ariaBusy).toBe('true');
  await unmount(shown);
});
