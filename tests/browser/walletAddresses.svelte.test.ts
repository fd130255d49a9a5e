import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { setWallet } from '$lib/state/context';
import Addresses from '../../src/routes/(app)/wallet/[id]/addresses/+page.svelte';

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
