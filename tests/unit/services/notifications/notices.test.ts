import { expect, test } from 'vitest';
import {
  DEFAULT_NOTICES,
  enter,
  MAX_ENTRIES,
  needsWallets,
  NOTICE_KINDS,
  parseNoticeSettings,
  type InboxEntry,
  type Notice,
  type NoticeSettings
} from '$lib/services/notifications/notices';

const MINUTE_MS = 60_000;
const block: Notice = { kind: 'block-found', group: '', atMs: 0, count: 1, coins: 300n, height: 7, href: '/mine' };
const entryOf = (change: Partial<InboxEntry> = {}): InboxEntry => ({ ...block, id: 'first', read: false, ...change });

test('blocks found in quick succession are merged into one entry', () => {
  const { entry, dropped } = enter([entryOf()], { ...block, atMs: MINUTE_MS, coins: 200n, height: 8 }, 'second');
  expect(entry).toEqual({ ...block, id: 'first', read: false, atMs: MINUTE_MS, count: 2, coins: 500n, height: 8 });
  expect(dropped).toEqual([]);
});

test.each([
  ['the last one was read', entryOf({ read: true }), block],
  ['it was long ago', entryOf(), { ...block, atMs: 10 * MINUTE_MS }],
  ['it was in another wallet', entryOf({ group: 'other' }), block],
  ['it was something else', entryOf({ kind: 'coins-matured' }), block],
  ['its kind is never merged', entryOf({ kind: 'alert' }), { ...block, kind: 'alert' as const }]
])('if %s, there is a new entry', (_, last, notice) =>
  expect(enter([last], notice, 'second').entry).toEqual({ ...notice, id: 'second', read: false })
);

test('a sum with an unknown part is unknown', () =>
  expect(enter([entryOf()], { ...block, coins: undefined }, 'second').entry.coins).toBeUndefined());

test('the oldest are dropped', () => {
  const full = Array.from({ length: MAX_ENTRIES }, (_, i) => entryOf({ id: String(i), read: true }));
  expect(enter(full, block, 'new').dropped).toEqual([String(MAX_ENTRIES - 1)]);
  expect(enter(full.slice(1), block, 'new').dropped).toEqual([]);
});

test('alerts displace older alerts, and no payments', () => {
  const alerts = Array.from({ length: 50 }, (_, i) => entryOf({ id: `alert ${i}`, kind: 'alert' }));
  const full = [...alerts, ...Array.from({ length: 149 }, (_, i) => entryOf({ id: String(i) }))];
  expect(enter(full, { ...block, kind: 'alert' }, 'new').dropped).toEqual(['alert 49']);
  expect(enter(full, block, 'new').dropped).toEqual([]);
  const longer = [...full, entryOf({ id: 'last', kind: 'alert' })];
  expect(enter(longer, { ...block, kind: 'alert' }, 'new').dropped).toEqual(['alert 49', 'last']);
});

test('stored settings are read back; missing kinds have their default', () => {
  const channels = { inbox: false, browser: true };
  expect(parseNoticeSettings({ alert: channels, 'tip-stale': { inbox: 'yes' }, unknown: channels })).toEqual({
    ...DEFAULT_NOTICES,
    alert: channels
  });
  expect([parseNoticeSettings(null), parseNoticeSettings('x')]).toEqual([undefined, undefined]);
});

test.each(NOTICE_KINDS)('wallets are followed for %s only if it comes from them', (kind) => {
  const none = { inbox: false, browser: false };
  const only = (channels: NoticeSettings[typeof kind]) =>
    ({ ...Object.fromEntries(NOTICE_KINDS.map((other) => [other, none])), [kind]: channels }) as NoticeSettings;
  const isOfWallets = /^(payment|coins)-/.test(kind);
  expect(
    [{ inbox: true, browser: false }, { inbox: false, browser: true }, none].map((to) => needsWallets(only(to)))
  ).toEqual([isOfWallets, isOfWallets, false]);
});
