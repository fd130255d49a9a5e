import { expect, test } from 'vitest';
import { isTypedName } from '$lib/codec/typedName';

test.each([
  ['Anna’s “cold” wallet — 2026', 'anna\'s "cold" wallet - 2026', true],
  ['Zoë', 'Zoe\u0308', true],
  ['Savings\u200b 1', '  savings 1 ', true],
  ['Zoë', 'Zoe', false],
  ['Savings 1', 'Savings l', false],
  ['\u200b', ' ', false]
])('“%s” is typed as “%s”: %s', (name, typed, isTyped) => {
  expect(isTypedName(typed, name)).toBe(isTyped);
});
