import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from '../support/kit/state.svelte';
import Search from '../../src/routes/(app)/chain/_parts/Search.svelte';
import { eventually } from '../support/eventually';
import type { Chain } from '$lib/state/chain/chain.svelte';

let shown: object;
afterEach(() => unmount(shown));

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
