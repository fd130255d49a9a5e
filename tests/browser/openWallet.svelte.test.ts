import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { UnknownBlockError } from '$lib/api/wallet-server/unsuitableServer';
import type { BlockId } from '$lib/chain/ids';
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
function openWallet(mode: string, state: NodeState, changes: object = {}): void {
  page.data = { session: { mode } };
  const wallet = {
    info: { id: 'one', name: 'Mine', kind: 'seed' },
    follow: () => undefined,
    status: { step: 'following' },
    index: { height: 7, id: 'block' },
    keys: { locked: true },
    hasSeed: true,
    alteredAddresses: [],
    ...changes
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

test.each([
  ['mainnet', 'The chain of “mainnet” never restarts'],
  ['ours', 'Rescan only if this private network was restarted']
])('a rescan from a server whose chain is another one than the wallet’s is asked about: %s', async (name, text) => {
  let rescans = 0;
  const problem = new UnknownBlockError({ height: 7, id: 'block' as BlockId });
  openWallet('remote', 'synced', { problem, network: { name }, rescan: async () => void rescans++ });
  const button = (label: string, within: string) =>
    [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)].find(({ textContent }) =>
      textContent.includes(label)
    );
  const click = async (label: string, within = '') => {
    await expect.poll(() => button(label, within)).toBeDefined();
    button(label, within)!.click();
  };
  await click('Rescan wallet');
  await expect.poll(() => document.querySelector('dialog')?.textContent).toContain(text);
  expect(document.querySelector('dialog')!.textContent).toContain('up to block 7');
  expect(rescans).toBe(0);
  await click('Cancel', 'dialog');
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  expect(rescans).toBe(0);
  await click('Rescan wallet');
  await expect.poll(() => document.querySelector('dialog[open]')).not.toBeNull();
  await click('Rescan wallet', 'dialog');
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  expect(rescans).toBe(1);
});
