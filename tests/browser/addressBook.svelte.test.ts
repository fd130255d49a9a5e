import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addressFromHash } from '$lib/chain/address';
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
    saveContacts: async (added) => {
      const replaced = new Set(added.map(({ address }) => address));
      stored = [...stored.filter(({ address }) => !replaced.has(address)), ...added];
    },
    removeContact: async (address) => void (stored = stored.filter((contact) => contact.address !== address))
  };
  const contacts = new Contacts(store, openChannel);
  await contacts.load();
  const provided = (...[anchor, props]: Parameters<typeof AddressBook>) => {
    setWallets({ list: [{ name: 'Savings' }], openContacts: async () => contacts } as never);
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

const buttonNamed = (text: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent.trim() === text);

function pick(csv: string): void {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  const files = new DataTransfer();
  files.items.add(new File([csv], 'more.csv'));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const [CAROL, THIEF] = [1, 2].map((first) => addressFromHash(Uint8Array.of(first, ...Array<number>(31).fill(0))));

test('names of a file that are those of others are shown before anything is added', async () => {
  await show('Ada', 'Bob');
  pick(`${CAROL},Carol\n${THIEF},аDа`);
  await eventually(() => expect(document.body.textContent).toContain('Check 1 name before you add it'));
  const rows = [...document.querySelectorAll('.check [role="row"]')].map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual([expect.stringContaining('also the name of another recipient')]);
  expect(buttonOf('Carol')).toBeNull();
  buttonNamed('Cancel')!.click();
  await eventually(() => expect(document.body.textContent).not.toContain('Check 1 name'));
  expect(buttonOf('Carol')).toBeNull();
});

test('so are the names of wallets, and known recipients that get another name', async () => {
  await show('Ada', 'Bob');
  pick(`${CAROL},Carol`);
  await eventually(() => expect(buttonOf('Carol')).not.toBeNull());
  pick(`${CAROL},Carola\n${THIEF},savings`);
  await eventually(() => expect(document.body.textContent).toContain('Check 2 names before you add them'));
  const rows = [...document.querySelectorAll('.check [role="row"]')].map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual([
    expect.stringContaining('in your address book as “Carol”'),
    expect.stringContaining('also the name of your wallet')
  ]);
  buttonNamed('Add all 2 recipients')!.click();
  await eventually(() => expect(buttonOf('savings')).not.toBeNull());
  expect(document.body.textContent).toContain('2 recipients imported.');
});

test('a recipient that is typed with the name of a wallet is pointed out', async () => {
  await show('Ada', 'Bob');
  const name = document.querySelector<HTMLInputElement>('form input')!;
  name.value = 'Sаvings';
  name.dispatchEvent(new Event('input', { bubbles: true }));
  await eventually(() => expect(document.body.textContent).toContain('One of your wallets has this name'));
});
