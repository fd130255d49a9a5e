import { createRawSnippet, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { setWallets } from '$lib/state/context';

import Layout from '../../src/routes/(app)/wallet/[id]/+layout.svelte';

let shown: object;
afterEach(() => unmount(shown));

test('a wallet that this browser does not have leaves no page without a title', async () => {
  const provided = (...[anchor, props]: Parameters<typeof Layout>) => {
    setWallets({ open: () => Promise.reject(new Error('no such wallet')) } as never);
    return Layout(anchor, props);
  };
  const children = createRawSnippet(() => ({ render: () => '<p>Balance</p>' }));
  const props = { data: { id: 'none' }, children } as never;
  document.title = '';
  shown = mount(provided, { target: document.body, props, context: new Map() });
  await expect.poll(() => document.title).toBe('This wallet cannot be opened · Quarry');
});
