import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keepFocus } from '$lib/components/shell/focusKeeper';
import type { ContactStorage } from '$lib/services/wallet/ports';
import { setNotices, setWallets } from '$lib/state/context';
import { Contacts } from '$lib/state/wallet/contacts.svelte';
import { openChannel } from '$lib/storage/channel';
import type { Contact } from '$lib/wallet/formats/contacts';
import AddressBook from '../../src/routes/(app)/wallet/contacts/+page.svelte';
import '../../src/app.css';
import { eventually } from '../support/eventually';

let shown: object;
let stop: () => void;
afterEach(async () => {
  stop();
  await unmount(shown);
});

async function show(...names: readonly string[]): Promise<void> {
  await page.viewport(1280, 900);
  let stored = names.map((name, i) => ({ name, note: '', address: String(i).repeat(76) }) as Contact);
  const store: ContactStorage = {
    contacts: async () => stored,
    saveContacts: async (added) => void (stored = [...stored, ...added]),
    removeContact: async (address) => void (stored = stored.filter((contact) => contact.address !== address))
  };
  const contacts = new Contacts(store, openChannel);
  await contacts.load();
  const provided = (...[anchor, props]: Parameters<typeof AddressBook>) => {
    setWallets({ openContacts: async () => contacts } as never);
    setNotices({} as never);
    return AddressBook(anchor, props);
  };
  stop = keepFocus(document.body, () => false);
  shown = mount(provided, { target: document.body, props: {} as never, context: new Map() });
  flushSync();
  await eventually(() => expect(buttonOf(names[0]!)).not.toBeNull());
}

const buttonOf = (name: string) => document.querySelector<HTMLElement>(`button[aria-label="Remove ${name}"]`);
const focused = (): string => document.activeElement!.textContent.trim();

async function remove(name: string): Promise<void> {
  const button = buttonOf(name)!;
  button.focus();
  button.click();
  await eventually(() => expect(buttonOf(name)).toBeNull());
}

test('the focus moves to the next recipient, and with the last one gone, to Undo', async () => {
  await show('Ada', 'Bob');
  await remove('Ada');
  await eventually(() => expect(document.activeElement!.closest('[role="row"]')?.textContent).toContain('Bob'));
  await remove('Bob');
  await eventually(() => expect(focused()).toBe('Undo'));
  document.activeElement!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await eventually(() => expect(buttonOf('Bob')).not.toBeNull());
});

test('the same if a search hides all others', async () => {
  await show('Ada', 'Bob');
  const search = document.querySelector<HTMLInputElement>('input[type="search"]')!;
  search.value = 'ada';
  search.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  await remove('Ada');
  await eventually(() => expect(focused()).toBe('Undo'));
});
