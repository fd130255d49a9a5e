import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { setWallet, setWallets } from '$lib/state/context';
import Restore from '../../src/routes/(app)/wallet/setup/restore/+page.svelte';
import Sweep from '../../src/routes/(app)/wallet/[id]/sweep/+page.svelte';
import Policies from '../../src/routes/(app)/wallet/policies/+page.svelte';
import ImportSeed from '../../src/routes/(app)/wallet/signing/ImportSeed.svelte';
import { eventually } from '../support/eventually';
import { page } from '../support/kit/state.svelte';

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
});

function show(part: Component<never>, props: object, { wallet = {}, wallets = {} }): void {
  const provided = (...[anchor, given]: Parameters<typeof part>) => {
    setWallet(wallet as never);
    setWallets(wallets as never);
    return part(anchor, given);
  };
  shown = mount(provided, { target: document.body, props: props as never, context: new Map() });
  flushSync();
}

const field = () => document.querySelector('textarea')!;
function type(text: string) {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}
function press(label: string) {
  const named = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label);
  named!.click();
  flushSync();
}

test('a wallet created from a policy is created once, although its form is submitted twice', () => {
  const watch = vi.fn(() => new Promise(() => undefined));
  show(Policies as never, {}, { wallets: { watch } });
  document.querySelector<HTMLInputElement>('input[value="inspect"]')!.click();
  flushSync();
  type('above(5)');
  press('Create a wallet from it');
  press('Create a wallet from it');
  expect(watch).toHaveBeenCalledOnce();
});

test('a phrase typed while another one is sent to the signing server stays', async () => {
  const { promise, resolve } = Promise.withResolvers<{ id: string }>();
  const onimported = vi.fn();
  const service = { importPhrase: () => promise };
  show(ImportSeed as never, { service, remote: false, onimported }, {});
  type(`${'abandon '.repeat(11)}about`);
  press('Import');
  press('Send the words');
  type('zoo');
  resolve({ id: 'one' });
  await eventually(() => expect(onimported).toHaveBeenCalledOnce());
  expect(field().value).toBe('zoo');
});

test('a sweep whose review is being prepared cannot be started over', async () => {
  const close = vi.fn(async () => undefined);
  const key = { origin: 'native', path: "m/0'" };
  const found = [{ key, address: 'a'.repeat(76), coins: 5n, immature: 0n, funds: 0n }];
  const wallet = {
    info: { id: 'one', name: 'Mine' },
    sweep: async () => ({ found, left: 0, close }),
    sweepAddress: () => new Promise(() => undefined)
  };
  show(Sweep as never, {}, { wallet });
  type('secret');
  document.querySelector('form')!.requestSubmit();
  await eventually(() => expect(document.body.textContent).toContain('Review the payment'));
  press('Review the payment');
  press('Look for another wallet');
  expect(close).not.toHaveBeenCalled();
});

test('a wallet that is restored after its page was left does not lead away from the next one', async () => {
  page.url = new URL('/wallet/setup/restore', page.url);
  const { promise, resolve } = Promise.withResolvers<string>();
  const restore = vi.fn(() => promise);
  show(Restore as never, {}, { wallets: { restore } });
  type(`${'abandon '.repeat(11)}about`);
  press('Continue');
  for (const password of document.querySelectorAll<HTMLInputElement>('input[type="password"]')) {
    password.value = 'correct horse battery staple';
    password.dispatchEvent(new Event('input', { bubbles: true }));
  }
  await eventually(() => {
    press('Restore wallet');
    expect(restore).toHaveBeenCalledOnce();
  });
  await unmount(shown!);
  shown = undefined;
  resolve('one');
  await new Promise((done) => setTimeout(done, 50));
  expect(page.url.pathname).toBe('/wallet/setup/restore');
});
