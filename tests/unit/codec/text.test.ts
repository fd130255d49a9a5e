import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
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

test('malformed text is decoded like well-formed text between its bytes', () => {
  const pieces = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(pieces, (texts) => {
      const bytes = texts.flatMap((text) => [0xff, ...new TextEncoder().encode(text)]);
      expect(decodeText(Uint8Array.from(bytes))).toBe(texts.map((text) => `\udcff${text}`).join(''));
    })
  );
});

test('a surrogate that stands for no byte is replaced, with and without others', () => {
  expect(encodeText('\ud800\udcff')).toEqual(new TextEncoder().encode('\ud800\udcff'));
  expect(encodeText('\udc00a\udcff')).toEqual(Uint8Array.of(0xef, 0xbf, 0xbd, 0x61, 0xff));
});

test.each([
  ['no text', [0xff]],
  ['cut sequences', [0xe2]],
  ['letters between', [0x61, 0xff]]
])('bytes that are not UTF-8 are decoded without an exception for each: %s', (_, pattern) => {
  const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => pattern[i % pattern.length]!);
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const encode = vi.spyOn(TextEncoder.prototype, 'encode');
  try {
    expect(encodeText(decodeText(bytes))).toEqual(bytes);
    expect(decode).toHaveBeenCalledOnce();
    expect(encode).not.toHaveBeenCalled();
  } finally {
    vi.restoreAllMocks();
  }
});
