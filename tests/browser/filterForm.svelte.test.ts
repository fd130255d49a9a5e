import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { setNotices } from '$lib/state/context';
import { Notices } from '$lib/state/shell/notices.svelte';
import FilterForm from '../../src/routes/(app)/hosts/filter/FilterForm.svelte';
import { eventually } from '../support/eventually';
import { announce } from '../support/kit/navigation';

const HOST = `ed25519:${'ab'.repeat(32)}`;

let shown: object;
afterEach(() => unmount(shown));

function showForm(setFilter: () => Promise<boolean>, proposal: object = {}): Notices {
  const notices = new Notices();
  const provided = (...[anchor, props]: Parameters<typeof FilterForm>) => {
    setNotices(notices);
    return FilterForm(anchor, props);
  };
  const now = { filterMode: 'blacklist', hosts: [HOST], netAddresses: [] };
  const props = { database: { setFilter }, now, proposal, hosts: [], contracts: [] } as never;
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  return notices;
}

function choose(mode: string): void {
  document.querySelector<HTMLInputElement>(`input[value="${mode}"]`)!.click();
  flushSync();
}

const list = () => document.querySelector('textarea')!;
function type(text: string): void {
  list().value = text;
  list().dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

function apply(): void {
  document.querySelector('form')!.requestSubmit();
  flushSync();
  const dialog = [...document.querySelectorAll('dialog')].find(({ open }) => open)!;
  dialog.querySelector('form')!.requestSubmit();
  dialog.querySelector<HTMLButtonElement>('footer button')!.click();
  flushSync();
}

/** Whether leaving the page is held up for a question. */
function asksToLeave(): boolean {
  const cancel = vi.fn();
  announce({ type: 'popstate', cancel, to: null, willUnload: true } as never);
  return cancel.mock.calls.length > 0;
}

test('a filter is reported as it was set, although the form was changed before the node responded', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const notices = showForm(() => promise, { mode: 'disable' });
  apply();
  choose('whitelist');
  resolve(true);
  await eventually(() => expect(notices.list).toHaveLength(1));
  expect(notices.list[0]!.text).toBe('Filter turned off.');
});

test('what was typed for a list is there again after another one was looked at', () => {
  showForm(async () => true);
  expect(list().value).toBe(HOST);
  type('another host');
  choose('whitelist');
  expect(list().value).toBe('');
  choose('disable');
  choose('blacklist');
  expect(list().value).toBe('another host');
});

test('a typed list is not lost without a question, until it is set', async () => {
  const notices = showForm(async () => true);
  expect(asksToLeave()).toBe(false);
  type(`${HOST}\n${HOST.replaceAll('a', 'c')}`);
  expect(asksToLeave()).toBe(true);
  apply();
  await eventually(() => expect(notices.list).toHaveLength(1));
  expect(asksToLeave()).toBe(false);
});
