import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import { setWallet } from '$lib/state/context';
import Addresses from '../../src/routes/(app)/wallet/[id]/addresses/+page.svelte';
import WatchMore from '../../src/routes/(app)/wallet/[id]/addresses/WatchMore.svelte';
import { eventually } from '../support/eventually';

test.each([
  ['before the first sync, that one is coming', undefined, 'appears after the first sync'],
  ['after it, how to create the first one', { spendable: 0n }, '“New address” creates the first one']
])('a wallet without addresses says %s', async (_, balance, words) => {
  const wallet = {
    hasSeed: true,
    info: { name: 'Mine' },
    addresses: [],
    balance,
    revision: 1,
    cache: () => new Promise(() => undefined),
    lists: { allEvents: async function* () {} }
  };
  const provided = (...[anchor, props]: Parameters<typeof Addresses>) => {
    setWallet(wallet as never);
    return Addresses(anchor, props);
  };
  const shown = mount(provided, { target: document.body, context: new Map() });
  flushSync();
  expect(document.body.textContent).toContain(words);
  expect(document.body.textContent).not.toContain('CSV');
  await unmount(shown);
});

test('addresses typed while others are added are not lost, and those are added once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watch = vi.fn(() => promise);
  const shown = mount(WatchMore, { target: document.body, props: { watch } });
  flushSync();
  const field = document.querySelector('textarea')!;
  const type = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const submit = () => document.querySelector('form')!.requestSubmit();
  type('0'.repeat(64) + '89eb0d6a8a69');
  submit();
  submit();
  await eventually(() => expect(watch).toHaveBeenCalled());
  type('another');
  resolve();
  await new Promise((done) => setTimeout(done, 50));
  flushSync();
  expect([watch.mock.calls.length, field.value]).toEqual([1, 'another']);
  type('');
  await unmount(shown);
});
