import { expect, test } from 'vitest';
import type { Contact } from '$lib/wallet/formats/contacts';
import { Contacts } from '$lib/state/wallet/contacts.svelte';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { seedWallet } from '../../wallet/support';

const [ALICE, BOB, THIEF] = [0, 1, 2].map((index) => seedWallet(9, 6).address(index, 'pk'));
const line = (address: string | undefined, name: string) => `${address},${name}\n`;

/** @returns how many of the imported recipients share a name */
async function importing(text: string): Promise<number> {
  const store = new WalletStore(openMemoryDatabase());
  await store.saveContacts([
    { address: ALICE, name: 'Alice', note: '' },
    { address: BOB, name: 'Bob', note: '' }
  ] as Contact[]);
  const contacts = new Contacts(store, () => ({ post: () => undefined, close: () => undefined }));
  return (await contacts.importFile(text)).sharedNames;
}

test('an imported file that gives a known name to another address is noticed', async () => {
  expect(await importing(line(THIEF, 'Carol'))).toBe(0);
  expect(await importing(line(THIEF, 'Alice'))).toBe(1);
});

test('the same, if it renames the recipient who had the name', async () => {
  expect(await importing(line(ALICE, 'Alice (old)'))).toBe(0);
  expect(await importing(line(ALICE, 'Alice (old)') + line(THIEF, 'Alice'))).toBe(1);
  expect(await importing(line(ALICE, 'Bob') + line(BOB, 'Alice'))).toBe(2);
});
