import { expect, test } from 'vitest';
import { ChainStore } from '$lib/server/node/store/store';

test('what can be obtained again is dropped if the disk is full, and only then', () => {
  const store = new ChainStore(':memory:');
  const { settings } = store;
  settings.remember('peers', 'some');
  expect([settings.get('peers'), settings.get('other'), settings.getNumber('count')]).toEqual(['some', undefined, 0]);
  const { page_count: pages } = store.database.prepare('PRAGMA page_count').get()!;
  store.database.exec(`PRAGMA max_page_count = ${Number(pages)}`);
  const many = 'x'.repeat(100_000);
  expect(() => settings.set('peers', many)).toThrow('full');
  settings.remember('peers', many);
  expect(settings.get('peers')).toBe('some');
  store.close();
  expect(() => settings.remember('peers', 'others')).toThrow();
});
