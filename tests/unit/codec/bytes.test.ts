import { expect, test } from 'vitest';
import { isHex } from '$lib/codec/bytes';

test.each<[string, unknown, number, boolean]>([
  ['digits of both cases', '0123456789abcdefABCDEF', 22, true],
  ['no digit at all', '', 0, true],
  ['one too few', 'abc', 4, false],
  ['one too many', 'abcde', 4, false],
  ['a letter beyond', 'abcg', 4, false],
  ['a sign', '-abc', 4, false],
  ['a character of no ASCII', 'abc\u0661', 4, false],
  ['a newline at the end', 'abc\n', 4, false],
  ['no text', undefined, 4, false]
])('hexadecimal or not: %s', (_, text, digits, is) => {
  expect(isHex(text, digits)).toBe(is);
});
