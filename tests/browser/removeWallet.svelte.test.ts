import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Remove from '../../src/routes/(app)/wallet/[id]/settings/Remove.svelte';

const hasUnfinished = async () => false;

const press = (label: string) => {
  const named = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label);
  named!.click();
  flushSync();
};

test('the name typed to remove a wallet must be typed again after canceling', async () => {
  const props = { name: 'Mine', hasKeys: true, hasBackup: true, hasUnfinished, remove: async () => undefined };
  const shown = mount(Remove, { target: document.body, props });
  flushSync();
  const open = () => press('Remove this wallet…');
  open();
  const field = () => document.querySelector('input')!;
  field().value = 'Mine';
  field().dispatchEvent(new Event('input', { bubbles: true }));
  press('Cancel');
  open();
  expect(field().value).toBe('');
  await unmount(shown);
});

test.each([
  ['Grandmother’s wallet', "grandmother's  wallet", true],
  ['Café – Zoë', 'Cafe\u0301 - Zoe\u0308', true],
  ['Grandmother’s wallet', 'Grandmother', false],
  ['Mine', ' ', false]
])('“%s”, typed as “%s”, can be removed: %s', async (name, typed, isRemovable) => {
  const props = { name, hasKeys: true, hasBackup: true, hasUnfinished, remove: async () => undefined };
  const shown = mount(Remove, { target: document.body, props });
  flushSync();
  press('Remove this wallet…');
  const field = document.querySelector('input')!;
  field.value = typed;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  expect(document.querySelector<HTMLButtonElement>('dialog button[type=submit]')!.disabled).toBe(!isRemovable);
  await unmount(shown);
});

test.each([
  [true, true],
  [false, false]
])('removing a wallet that takes a policy to spend warns of its loss: %s', async (needsPolicy, warned) => {
  const props = {
    name: 'Ours',
    hasKeys: false,
    needsPolicy,
    hasBackup: true,
    hasUnfinished,
    remove: async () => undefined
  };
  const shown = mount(Remove, { target: document.body, props });
  flushSync();
  expect(document.body.textContent.includes('The coins are not affected')).toBe(!warned);
  press('Remove this wallet…');
  expect(document.querySelector('dialog')!.textContent.includes('the coins are lost')).toBe(warned);
  await unmount(shown);
});

test.each([true, false])('a payment that is not finished is pointed out: %s', async (isUnfinished) => {
  const props = {
    name: 'Mine',
    hasKeys: true,
    hasBackup: true,
    hasUnfinished: async () => isUnfinished,
    remove: async () => undefined
  };
  const shown = mount(Remove, { target: document.body, props });
  const isShown = () => document.body.textContent.includes('is in no block yet');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isShown()).toBe(isUnfinished);
  await unmount(shown);
});
