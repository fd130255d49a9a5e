import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { setNodeStatus, setOpenLight, setWallets } from '$lib/state/context';
import type { NodeState } from '$lib/state/node/nodeStatus.svelte';
import OpenWallet from '../../src/routes/(app)/wallet/[id]/OpenWallet.svelte';
import { page } from '../support/kit/state.svelte';

let shown: object;
afterEach(async () => {
  await unmount(shown);
  page.data = {};
});

/** A wallet that has read all that the node has. */
function openWallet(mode: string, state: NodeState): void {
  page.data = { session: { mode } };
  const wallet = {
    info: { id: 'one', name: 'Mine', kind: 'seed' },
    follow: () => undefined,
    status: { step: 'following' },
    index: { height: 7, id: 'block' },
    keys: { locked: true },
    hasSeed: true,
    alteredAddresses: []
  };
  const provided = (...[anchor, props]: Parameters<typeof OpenWallet>) => {
    setWallets({ isElsewhere: () => false } as never);
    setOpenLight(() => new Promise(() => undefined));
    setNodeStatus({ state, consensus: { value: { height: 7 } } } as never);
    return OpenWallet(anchor, props);
  };
  const children = createRawSnippet(() => ({ render: () => '<p>Balance</p>' }));
  const props = { wallet, path: '/wallet/one', children } as never;
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
}

test.each<[string, NodeState, string | undefined]>([
  ['embedded', 'synced', undefined],
  ['embedded', 'syncing', 'The node is still syncing'],
  ['embedded', 'sync-paused', 'The node is not synced, and its sync is paused'],
  // A connection's wallet server need not be its daemon.
  ['remote', 'syncing', undefined]
])('a wallet is not called synced before the node that serves it is: %s node, %s', (mode, state, title) => {
  openWallet(mode, state);
  const text = document.body.textContent;
  expect(document.querySelector('[role=status]')!.textContent.includes('Synced')).toBe(title === undefined);
  expect(text.includes('It has reached block 7') || text.includes('It has stopped at block 7')).toBe(
    title !== undefined
  );
  if (title !== undefined) expect(text).toContain(title);
});
