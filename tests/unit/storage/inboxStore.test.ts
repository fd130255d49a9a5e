import { expect, test } from 'vitest';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { InboxStore } from '$lib/storage/inboxStore';
import { MAX_ENTRIES, type Notice } from '$lib/services/notifications/notices';

function storeOf() {
  let last = 0;
  return new InboxStore(openMemoryDatabase(), () => `id${last++}`);
}
const alert = (atMs: number): Notice => ({ kind: 'alert', group: String(atMs), atMs, count: 1, href: '/daemon' });

test('entries are read newest first, with exact amounts', async () => {
  const store = storeOf();
  await store.add(alert(1));
  await store.add({ ...alert(3), coins: 2n ** 100n });
  await store.add(alert(2));
  expect((await store.read()).map(({ atMs, coins }) => [atMs, coins])).toEqual([
    [3, 2n ** 100n],
    [2, undefined],
    [1, undefined]
  ]);
});

test('one or all can be marked as read', async () => {
  const store = storeOf();
  for (let i = 0; i < 3; i++) await store.add(alert(i));
  const unread = async () => (await store.read()).filter(({ read }) => !read).map(({ id }) => id);
  await store.markRead('id1');
  expect(await unread()).toEqual(['id2', 'id0']);
  await store.markRead();
  expect(await unread()).toEqual([]);
});

test('it is bounded, and can be emptied', async () => {
  const store = storeOf();
  for (let i = 0; i < MAX_ENTRIES + 3; i++) await store.add({ ...alert(i), kind: 'node-unreachable' });
  const entries = await store.read();
  expect([entries.length, entries.at(-1)!.atMs]).toEqual([MAX_ENTRIES, 3]);
  await store.clear();
  expect(await store.read()).toEqual([]);
});

test('the entries of one group can be removed', async () => {
  const store = storeOf();
  for (let i = 0; i < 3; i++) await store.add(alert(i));
  await store.clear('1');
  expect((await store.read()).map(({ group }) => group)).toEqual(['2', '0']);
});
