import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { setNotices } from '$lib/state/context';
import { Notices } from '$lib/state/shell/notices.svelte';
import FilterForm from '../../src/routes/(app)/hosts/filter/FilterForm.svelte';
import { eventually } from '../support/eventually';

test('a filter is reported as it was set, although the form was changed before the node responded', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const notices = new Notices();
  const provided = (...[anchor, props]: Parameters<typeof FilterForm>) => {
    setNotices(notices);
    return FilterForm(anchor, props);
  };
  const database = { setFilter: () => promise };
  const now = { filterMode: 'blacklist', hosts: [`ed25519:${'ab'.repeat(32)}`], netAddresses: [] };
  const props = { database, now, proposal: { mode: 'disable' }, hosts: [], contracts: [] } as never;
  const shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  document.querySelector('form')!.requestSubmit();
  flushSync();
  const dialog = document.querySelector('dialog')!;
  dialog.querySelector('form')!.requestSubmit();
  dialog.querySelector<HTMLButtonElement>('footer button')!.click();
  document.querySelector<HTMLInputElement>('input[value="whitelist"]')!.click();
  flushSync();
  resolve(true);
  await eventually(() => expect(notices.list).toHaveLength(1));
  expect(notices.list[0]!.text).toBe('Filter turned off.');
  await unmount(shown);
});
