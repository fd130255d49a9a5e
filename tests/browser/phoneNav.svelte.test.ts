import Circle from '@lucide/svelte/icons/circle';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import PhoneNav from '$lib/components/shell/PhoneNav.svelte';
import type { NavEntry } from '$lib/components/shell/navEntry';
import '../../src/app.css';

let shown: object;
afterEach(async () => {
  await unmount(shown);
  document.documentElement.style.fontSize = '';
});

const entry = (label: string, rest: Partial<NavEntry>): NavEntry => ({
  href: `/${label.toLowerCase()}`,
  label,
  icon: Circle as never,
  ...rest
});
const PLACED = ['Overview', 'Mine', 'Wallet', 'Chain'].map((label) => entry(label, { onPhone: true }));
const note = { tone: 'bad', count: 1, words: '1 open alert' } as const;

test.each([
  ['a page of its own', '/mine'],
  ['a page behind More', '/daemon']
])('on %s, with letters twice as large, the count of alerts is beside the icon and on screen', async (_, path) => {
  document.documentElement.style.fontSize = '200%';
  const props = { entries: [...PLACED, entry('Daemon', { note })], path };
  shown = mount(PhoneNav, { target: document.body, props });
  flushSync();
  for (const width of [320, 360, 390]) {
    await page.viewport(width, 844);
    const more = document.querySelector('nav button')!;
    const icon = more.querySelector('svg')!.getBoundingClientRect();
    const count = more.querySelector('.mark')!.getBoundingClientRect();
    expect(count.left, `${width} px`).toBeGreaterThanOrEqual(icon.right - 1);
    expect(count.right, `${width} px`).toBeLessThanOrEqual(width);
  }
});
