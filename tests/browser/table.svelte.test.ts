import { createRawSnippet, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Table from '$lib/components/ui/Table.svelte';

let shown: object;
afterEach(() => unmount(shown));

const text = (value: string) => createRawSnippet(() => ({ render: () => `<span>${value}</span>` }));

test.each([
  ['a phone', 390, 'block'],
  ['a small window beside the sidebar', 800, 'block'],
  ['a tablet, whose navigation is below', 768, 'table'],
  ['a wide window', 1280, 'table']
])('on %s, the rows are laid out to fit', async (_, width, display) => {
  await page.viewport(width, 900);
  const columns = [{ label: 'Height', cell: text('1') }] as never;
  const props = { caption: 'Blocks', rows: [1], key: String, columns, empty: text('none') };
  shown = mount(Table, { target: document.body, props: props as never });
  expect(getComputedStyle(document.querySelector('table')!).display).toBe(display);
});
