import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import WalletHead from '../../src/routes/(app)/wallet/[id]/WalletHead.svelte';
import '../../src/app.css';

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
});

/** Height of a wallet's head, and width of its button. */
async function sizeOf(locked: boolean): Promise<readonly number[]> {
  if (shown) await unmount(shown);
  const wallet = { id: 'one', name: 'Everyday', kind: 'seed', network: 'zen' };
  const nothing = () => undefined;
  const props = {
    wallet,
    status: { step: 'following', atMs: 0 },
    height: 7,
    locked,
    onlock: nothing,
    onunlock: nothing
  };
  shown = mount(WalletHead, { target: document.body, props: props as never });
  flushSync();
  const [head, button] = ['.head', '.head button'].map((part) => document.querySelector(part)!.getBoundingClientRect());
  return [head!.height, button!.width];
}

test.each([360, 390, 1440])('locking a wallet moves nothing in its head, at a width of %i', async (width) => {
  await page.viewport(width, 844);
  expect(await sizeOf(true)).toEqual(await sizeOf(false));
});
