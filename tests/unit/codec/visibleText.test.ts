import { expect, test } from 'vitest';
import { excerpt, outputExcerpt } from '$lib/codec/visibleText';

test.each([
  ['short', 'short'],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(41), `${'x'.repeat(40)}…`],
  ['🧱'.repeat(50), `${'🧱'.repeat(40)}…`],
  ['a\u202etxt', 'atxt'],
  ['שלום', '\u2068שלום\u2069'],
  [`${'ن'.repeat(41)}\u202e`, `\u2068${'ن'.repeat(40)}…\u2069`]
])('%j is quoted so that the surrounding sentence stays readable', (typed, quoted) =>
  expect(excerpt(typed)).toBe(quoted)
);

test('output is shortened to what fits in the details of an error', () => {
  expect(outputExcerpt('x'.repeat(2_000))).toBe('x'.repeat(2_000));
  expect(outputExcerpt('x'.repeat(2_001))).toBe(`${'x'.repeat(2_000)}…`);
  expect(outputExcerpt('a\u202eb\nc')).toBe('ab\nc');
});
