import { expect, test } from 'vitest';
import { Contacts } from '$lib/state/wallet/contacts.svelte';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { seedWallet } from '../../wallet/support';

const [ALICE, BOB] = [0, 1].map((index) => seedWallet(9, 6).address(index, 'pk'));

test('a file of recipients is read before it is added', async () => {
  const store = new WalletStore(openMemoryDatabase());
  const contacts = new Contacts(store, () => ({ post: () => undefined, close: () => undefined }));
  const file = await contacts.readFile(`${ALICE},Alice\n${BOB},Bob\n`);
  expect(file.map(({ name }) => name)).toEqual(['Alice', 'Bob']);
  expect(await store.contacts()).toEqual([]);
  await contacts.add(file);
  expect(contacts.list.map(({ name }) => name)).toEqual(['Alice', 'Bob']);
  expect(await store.contacts()).toHaveLength(2);
});
