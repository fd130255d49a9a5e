import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import SubNav from '$lib/components/shell/SubNav.svelte';
import '../../src/app.css';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

const WORDS = ['Overview', 'Receive', 'Send', 'Addresses', 'Outputs', 'Settings'];
const entries = WORDS.map((word) => ({ href: `/${word}`, label: `${word} of this wallet` }));

/** Whether the whole entry of the current page is in view. */
function isCurrentInView(): boolean {
  const { left, right } = document.querySelector('[aria-current]')!.getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
}

test('the current page stays in view when a phone is turned', async () => {
  await page.viewport(1440, 900);
  shown = mount(SubNav, { target: document.body, props: { label: 'Pages', entries, path: '/Addresses' } });
  flushSync();
  expect(isCurrentInView()).toBe(true);
  await page.viewport(390, 844);
  await eventually(() => expect(isCurrentInView()).toBe(true));
});

test('an entry is not faded once all of them fit, such as when a phone is turned', async () => {
  await page.viewport(390, 844);
  shown = mount(SubNav, { target: document.body, props: { label: 'Pages', entries, path: '/Settings' } });
  flushSync();
  const fade = () => getComputedStyle(document.querySelector('nav')!).getPropertyValue('--fade-start');
  await eventually(() => expect(fade()).not.toBe('0px'));
  await page.viewport(1440, 900);
  await eventually(() => expect(fade()).toBe('0px'));
});
