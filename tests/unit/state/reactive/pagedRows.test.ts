import { expect, test } from 'vitest';
import { PagedRows } from '$lib/state/reactive/pagedRows.svelte';

test('a page that cannot be read is reported in the list, which continues once it can be read', async () => {
  let isBroken = true;
  const list = new PagedRows(async () => {
    if (isBroken) throw new Error('the storage is closed');
    return ['row'];
  });
  await list.more();
  await list.refresh();
  expect(list.problem?.code).toBe('app/unexpected');
  isBroken = false;
  await list.more();
  expect([list.rows, list.ended, list.problem]).toEqual([['row'], true, undefined]);
});
