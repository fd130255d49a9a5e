import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { load } from '../../src/routes/(app)/pay/+page';
import Pay from '../../src/routes/(app)/pay/+page.svelte';
import { page } from '../support/kit/state.svelte';

let shown: object;
afterEach(() => unmount(shown));

const open = (path: string) => {
  page.url = new URL(path, page.url);
  flushSync();
};
const field = () => document.querySelector('input')!;

async function showPay(path: string) {
  await load({ parent: async () => ({}) } as never);
  open(path);
  shown = mount(Pay, { target: document.body, props: {} as never });
  flushSync();
}

test('another payment link that is opened on the page replaces the first', async () => {
  await showPay('/pay#first');
  open('/pay#second');
  expect(field().value).toBe('second');
});

test('a typed payment request stays while the same page is opened', async () => {
  await showPay('/pay#first');
  field().value = 'typed';
  field().dispatchEvent(new Event('input', { bubbles: true }));
  open('/pay#first');
  expect(field().value).toBe('typed');
});
