import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Remove from '../../src/routes/(app)/wallet/[id]/settings/Remove.svelte';

const press = (label: string) => {
  const named = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label);
  named!.click();
  flushSync();
};

test('the name typed to remove a wallet must be typed again after canceling', async () => {
  const props = { name: 'Mine', hasKeys: true, hasBackup: true, remove: async () => undefined };
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
