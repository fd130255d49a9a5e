import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Passkeys from '../../src/routes/(app)/wallet/[id]/settings/Passkeys.svelte';
import { eventually } from '../support/eventually';

test('of two passkeys with one name, each button says which it removes', async () => {
  const passkeys = [1, 2].map((day) => ({ id: `${day}`, label: 'Laptop', createdAtMs: day * 86_400_000 }));
  const shown = mount(Passkeys, {
    target: document.body,
    props: {
      locked: false,
      load: async () => passkeys as never,
      add: async () => undefined,
      remove: async () => undefined,
      label: 'Laptop'
    }
  });
  flushSync();
  const names = () => [...document.querySelectorAll('li button')].map((button) => button.ariaLabel);
  await eventually(() => expect(names()).toHaveLength(2));
  expect(new Set(names()).size).toBe(2);
  expect(names().every((name) => name?.includes('Laptop'))).toBe(true);
  await unmount(shown);
});
