import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase32, encodeBase32 } from '$lib/codec/base32';

// RFC 4648 section 10, without padding
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI']
])('%j', (text, encoded) => {
  expect(encodeBase32(new TextEncoder().encode(text))).toBe(encoded);
  expect(new TextDecoder().decode(decodeBase32(encoded))).toBe(text);
});

test('any bytes survive a round trip', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      expect(decodeBase32(encodeBase32(bytes))).toEqual(bytes);
    })
  );
});

test.each(['M', 'MZX', 'MZXW6Y', 'MZ', 'my', 'M1', 'MY======'])('%s is rejected', (text) => {
  expect(() => decodeBase32(text)).toThrow(expect.objectContaining({ code: 'codec/malformed' }));
});
