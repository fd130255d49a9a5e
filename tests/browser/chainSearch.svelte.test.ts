import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from '../support/kit/state.svelte';
import Search from '../../src/routes/(app)/chain/_parts/Search.svelte';
import { eventually } from '../support/eventually';
import type { Chain } from '$lib/state/chain/chain.svelte';

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
});

test('after a search that was interrupted by typing, the next one is made', async () => {
  const heights: number[] = [];
  const byHeight = vi.fn(async (height: number, signal: AbortSignal) => {
    heights.push(height);
    if (height === 1)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    return {};
  });
  const chain = { reader: { byHeight }, wallet: undefined } as unknown as Chain;
  shown = mount(Search, { target: document.body, props: { chain } });
  const input = document.querySelector('input')!;
  const button = document.querySelector('button')!;
  const search = (text: string) => {
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    button.click();
    flushSync();
  };
  search('1');
  expect(heights).toEqual([1]);
  search('2');
  await eventually(() => expect(page.url.pathname).toBe('/chain/2'));
});

test('a search that ends after its page was left does not lead away from the next one', async () => {
  page.url = new URL('/chain', page.url);
  const { promise, resolve } = Promise.withResolvers<object>();
  const chain = { reader: { byHeight: () => promise }, wallet: undefined } as unknown as Chain;
  shown = mount(Search, { target: document.body, props: { chain } });
  const input = document.querySelector('input')!;
  input.value = '7';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  document.querySelector('button')!.click();
  await unmount(shown);
  shown = undefined;
  resolve({});
  await new Promise((done) => setTimeout(done, 50));
  expect(page.url.pathname).toBe('/chain');
});
