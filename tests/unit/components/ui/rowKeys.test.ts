import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowKeys } from '$lib/components/ui/rowKeys';

test('rows keep their own keys; duplicates get another', () => {
  expect(rowKeys(['a', 'b', 'a', 'a'], (row) => row)).toEqual(['a', 'b', 'a 2', 'a 3']);
});

test('keys are unique, whatever a server sends', () => {
  const ids = fc.array(fc.constantFrom('a', 'a 1', 'a 2', 'b', 'b 1'));
  fc.assert(
    fc.property(ids, (rows) => {
      expect(new Set(rowKeys(rows, (row) => row)).size).toBe(rows.length);
    })
  );
});
