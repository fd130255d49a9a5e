import { expect, test } from 'vitest';
import { excerpt } from '$lib/codec/visibleText';

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
