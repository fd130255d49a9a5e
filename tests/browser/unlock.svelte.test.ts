import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { WalletKeys } from '$lib/state/wallet/keys.svelte';
import Unlock from '../../src/routes/(app)/wallet/_parts/Unlock.svelte';
import { eventually } from '../support/eventually';

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
});

/** The dialog with a password being checked; the check ends when `checked` is resolved. */
async function checking() {
  const checked = Promise.withResolvers<void>();
  const lock = vi.fn(async () => undefined);
  const onunlocked = vi.fn();
  const keys = { passkeys: async () => [], unlock: () => checked.promise, lock } as unknown as WalletKeys;
  const props = $state({
    open: true,
    reason: 'payment' as const,
    keys,
    onclose: () => void (props.open = false),
    onunlocked
  });
  shown = mount(Unlock, { target: document.body, props });
  flushSync();
  const password = document.querySelector('input')!;
  password.value = 'password';
  password.dispatchEvent(new Event('input', { bubbles: true }));
  document.querySelector('form')!.requestSubmit();
  return { checked, lock, onunlocked, props };
}

test('a payment whose password was accepted goes on', async () => {
  const { checked, lock, onunlocked, props } = await checking();
  checked.resolve();
  await eventually(() => expect(onunlocked).toHaveBeenCalledOnce());
  expect([props.open, lock.mock.calls.length]).toEqual([false, 0]);
});

test('a payment that is canceled while its password is checked is not made, and the wallet is locked again', async () => {
  const { checked, lock, onunlocked, props } = await checking();
  props.onclose();
  flushSync();
  checked.resolve();
  await eventually(() => expect(lock).toHaveBeenCalledOnce());
  expect(onunlocked).not.toHaveBeenCalled();
});

test('a payment that is canceled and asked for again waits for its own password', async () => {
  const { checked, lock, onunlocked, props } = await checking();
  props.onclose();
  flushSync();
  await new Promise((closed) => document.querySelector('dialog')!.addEventListener('close', closed, { once: true }));
  props.open = true;
  flushSync();
  checked.resolve();
  await eventually(() => expect(lock).toHaveBeenCalledOnce());
  expect([props.open, onunlocked.mock.calls.length]).toEqual([true, 0]);
});
