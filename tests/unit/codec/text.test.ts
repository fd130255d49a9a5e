import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, encodeText } from '$lib/codec/text';

test('well-formed text is plain UTF-8', () => {
  const text = 'aé€😀\u{feff}';
  expect(encodeText(text)).toEqual(new TextEncoder().encode(text));
  expect(decodeText(new TextEncoder().encode(text))).toBe(text);
});

test('arbitrary bytes survive a round trip', () => {
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text))
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
      expect(encodeText(decodeText(bytes))).toEqual(bytes);
    }),
    { numRuns: 1000 }
  );
});

test.each([
  ['overlong', [0xc0, 0x80]],
  ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
  ['truncated', [0xf0, 0x9f, 0x98]],
  ['escape after a pair', [0xf0, 0x9f, 0x98, 0x80, 0x80, 0xff]]
])('%s survives a round trip', (_, bytes) => {
  expect(encodeText(decodeText(Uint8Array.from(bytes)))).toEqual(Uint8Array.from(bytes));
});
