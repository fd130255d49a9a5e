import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import TabCard from '../../src/routes/(app)/_overview/TabCard.svelte';

test.each([
  ['idle', 'Start mining'],
  ['starting', 'View mining'],
  ['paused', 'View mining'],
  ['other-tab', 'View mining'],
  ['mining', 'View mining']
])('%s: the link says “%s”', async (step, words) => {
  const miner = { status: { step }, rates: { minute: 0 }, counters: { accepted: 0 } } as never;
  const shown = mount(TabCard, { target: document.body, props: { miner } });
  flushSync();
  expect(document.querySelector('a')?.textContent).toBe(words);
  await unmount(shown);
});
