import { expect, test } from 'vitest';
import { isHex, joinBytes } from '$lib/codec/bytes';

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

test('as many parts as there are become one', () => {
  const parts = Array.from({ length: 300_000 }, (_, i) => Uint8Array.of(i & 255));
  const whole = joinBytes(parts);
  expect([whole.length, whole[1], whole.at(-1)]).toEqual([300_000, 1, 299_999 & 255]);
});
