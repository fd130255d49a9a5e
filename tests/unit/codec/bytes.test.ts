import { expect, test } from 'vitest';
import { isHex, joinBytes } from '$lib/codec/bytes';

test.each<[string, unknown, number, boolean]>([
  ['digits of both cases', '0123456789abcdefABCDEF', 22, true],
  ['not a digit', '', 0, true],
  ['one too few', 'abc', 4, false],
  ['one too many', 'abcde', 4, false],
  ['a letter after f', 'abcg', 4, false],
  ['a sign', '-abc', 4, false],
  ['a non-ASCII character', 'abc\u0661', 4, false],
  ['a trailing newline', 'abc\n', 4, false],
  ['empty text', undefined, 4, false]
])('checks hexadecimal text: %s', (_, text, digits, is) => {
  expect(isHex(text, digits)).toBe(is);
});

test('joins any number of parts', () => {
  const parts = Array.from({ length: 300_000 }, (_, i) => Uint8Array.of(i & 255));
  const whole = joinBytes(parts);
  expect([whole.length, whole[1], whole.at(-1)]).toEqual([300_000, 1, 299_999 & 255]);
});
