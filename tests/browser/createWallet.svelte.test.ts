import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { setNotices, setWallets } from '$lib/state/context';
import { openChannel } from '$lib/storage/channel';
import { Wallets } from '$lib/state/wallet/wallets.svelte';
import Create from '../../src/routes/(app)/wallet/setup/create/+page.svelte';

let shown: object;
afterEach(async () => {
  await unmount(shown);
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;

const words = () => [...document.querySelectorAll('.word')].map(({ textContent }) => textContent);
const inputs = () => [...document.querySelectorAll<HTMLInputElement>('form input')];
function press(label: string) {
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label)!.click();
  flushSync();
}

/** @returns locks the wallets after some minutes */
function showCreate() {
  vi.useFakeTimers({ toFake: ['performance'] });
  const keystore = { lock: async () => undefined };
  const wallets = new Wallets({ openHome: async () => ({ keystore }), openChannel } as never);
  const provided = (...[anchor, props]: Parameters<typeof Create>) => {
    setWallets(wallets);
    setNotices({} as never);
    return Create(anchor, props);
  };
  shown = mount(provided, { target: document.body, props: {} as never, context: new Map() });
  flushSync();
  return async (minutes: number) => {
    vi.advanceTimersByTime(minutes * MINUTE_MS);
    await wallets.lockAll();
    flushSync();
  };
}

test('the words of a new wallet do not outlast a lock, and others follow', async () => {
  const lockAfter = showCreate();
  const before = words();
  expect(before).toHaveLength(12);
  await lockAfter(15);
  expect(words()).toEqual([]);
  press('Show new words');
  expect(words()).toHaveLength(12);
  expect(words()).not.toEqual(before);
});

test('words that were typed to confirm them do not outlast a lock', async () => {
  const lockAfter = showCreate();
  press('I wrote them down');
  expect(inputs()).toHaveLength(3);
  await lockAfter(15);
  expect(inputs()).toEqual([]);
});

test('the shortest automatic lock leaves time to write the words down', async () => {
  const lockAfter = showCreate();
  await lockAfter(1);
  expect(words()).toHaveLength(12);
  await lockAfter(4);
  expect(words()).toEqual([]);
});
