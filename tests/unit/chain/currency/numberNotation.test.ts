import { expect, test } from 'vitest';
import { separatorsOf } from '$lib/chain/currency/numberNotation';

test.each([
  ['en', '.', ','],
  ['de', ',', '.'],
  ['fr', ',', '\u202f'],
  // These languages do not group thousands, but group millions.
  ['es', ',', '.'],
  ['pl', ',', '\u00a0'],
  ['hi', '.', ',']
])('%s', (tag, decimal, group) => {
  expect(separatorsOf(tag)).toEqual({ decimal, group });
});
