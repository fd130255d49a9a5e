import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StorageFullError } from '$lib/storage/errors';
import { InboxStore } from '$lib/storage/inboxStore';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import type { InboxEntry, Notice } from '$lib/services/notifications/notices';
import type { BrowserNotifications } from '$lib/services/notifications/ports';
import { Notifications } from '$lib/state/notifications/notifications.svelte';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text)
  });
});
afterEach(() => void vi.unstubAllGlobals());

const block: Notice = { kind: 'block-found', group: '', atMs: 5, count: 1, href: '/mine' };

function opened(permission: NotificationPermission = 'granted', answer: NotificationPermission = 'granted') {
  const shown: InboxEntry[] = [];
  const posted: string[] = [];
  let last = 0;
  let allowed = permission;
  const browser: BrowserNotifications = {
    permission: () => allowed,
    ask: async () => (allowed = answer),
    show: (entry) => void shown.push(entry)
  };
  const store = new InboxStore(openMemoryDatabase(), () => `id${++last}`);
  const openChannel = () => ({ post: () => void posted.push('inbox'), close: () => undefined });
  const notifications = new Notifications({ store, browser, openChannel, runAsLeader: async () => undefined });
  return { notifications, store, shown, posted };
}

test('by default, a notice goes to the inbox only, and other tabs are informed', async () => {
  const { notifications, shown, posted } = opened();
  await notifications.notify([block]);
  expect([notifications.entries?.length, notifications.unread, shown.length, posted.length]).toEqual([1, 1, 0, 1]);
});

test('each kind can be selected separately', async () => {
  const { notifications, shown } = opened();
  notifications.choose('block-found', { browser: true });
  await notifications.notify([block, { ...block, kind: 'alert' }]);
  expect(shown.map(({ kind }) => kind)).toEqual(['block-found']);
  notifications.choose('block-found', { inbox: false, browser: false });
  notifications.choose('alert', { inbox: false });
  await notifications.notify([block, { ...block, kind: 'alert' }]);
  expect([notifications.entries?.length, shown.length]).toEqual([2, 1]);
});

test('a kind can skip the inbox', async () => {
  const { notifications, shown } = opened();
  notifications.choose('block-found', { inbox: false, browser: true });
  await notifications.notify([block]);
  expect([notifications.entries?.length, shown.length]).toEqual([0, 1]);
});

test('the browser shows nothing without permission, which is requested only on demand', async () => {
  const { notifications, shown } = opened('default');
  notifications.choose('block-found', { browser: true });
  await notifications.notify([block]);
  expect([notifications.permission, shown.length]).toEqual(['default', 0]);
  await notifications.askPermission();
  await notifications.notify([block]);
  expect([notifications.permission, shown.length]).toEqual(['granted', 1]);
});

test('reading and deleting change the count', async () => {
  const { notifications } = opened();
  await notifications.notify([block]);
  await notifications.markRead('id1');
  expect([notifications.entries?.length, notifications.unread]).toEqual([1, 0]);
  await notifications.clear();
  expect(notifications.entries).toEqual([]);
});

test('failing storage is a problem, and existing entries stay', async () => {
  const { notifications, store } = opened();
  await notifications.notify([block]);
  vi.spyOn(store, 'add').mockRejectedValue(new StorageFullError());
  await notifications.notify([block]);
  expect([notifications.problem?.code, notifications.entries?.length]).toEqual(['storage/full', 1]);
});
