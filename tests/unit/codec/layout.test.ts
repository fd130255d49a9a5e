import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes, decodeHex, encodeHex, encodeU64le, equalBytes } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import {
  bool,
  byteString,
  decode,
  decodePrefix,
  encode,
  hexText,
  list,
  pointer,
  safeI64,
  struct,
  u64,
  utf8String,
  type Layout
} from '$lib/codec/layout';

const bytes = (hex: string) => decodeHex(hex);
const malformed = expect.objectContaining({ code: 'codec/malformed' });

describe('hexadecimal', () => {
  test('any bytes survive a round trip', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (data) => {
        expect(decodeHex(encodeHex(data))).toEqual(data);
      })
    );
  });

  test.each(['0', 'zz', '0x00', ' 00', '0 '])('"%s" is malformed', (text) => {
    expect(() => decodeHex(text)).toThrow(malformed);
  });
});

describe('bytes', () => {
  test('concatenation keeps order', () => {
    expect(concatBytes(bytes('01'), bytes(''), bytes('0203'))).toEqual(bytes('010203'));
  });

  test('equality compares every byte and the length', () => {
    expect(equalBytes(bytes('0102'), bytes('0102'))).toBe(true);
    expect(equalBytes(bytes('0102'), bytes('0103'))).toBe(false);
    expect(equalBytes(bytes('0102'), bytes('010200'))).toBe(false);
  });

  test('u64 is little-endian', () => {
    expect(encodeU64le(0x0102_0304_0506_0708n)).toEqual(bytes('0807060504030201'));
  });
});

describe('layouts', () => {
  const layout = struct({ id: hexText(2), flag: bool, items: list(u64), maybe: pointer(byteString), name: utf8String });
  const value = { id: 'abcd', flag: true, items: [1n, 2n ** 64n - 1n], maybe: bytes('ff'), name: 'é' };
  const hex =
    'abcd01' +
    '0200000000000000' +
    '0100000000000000' +
    'ffffffffffffffff' +
    '01' +
    '0100000000000000ff' +
    '0200000000000000c3a9';

  test('primitives have the chain’s encoding', () => {
    expect(encodeHex(encode(layout, value))).toBe(hex);
    expect(decode(layout, bytes(hex))).toEqual(value);
  });

  test('every truncation and every extra byte is malformed', () => {
    for (let length = 0; length < hex.length; length += 2) {
      expect(() => decode(layout, bytes(hex.slice(0, length)))).toThrow(malformed);
    }
    expect(() => decode(layout, bytes(`${hex}00`))).toThrow(malformed);
  });

  test.each<[string, Layout<unknown>, string]>([
    ['a bool of 2', bool as Layout<unknown>, '02'],
    ['a list longer than its bytes', list(u64) as Layout<unknown>, 'ffffffffffffff7f'],
    ['a byte string longer than its bytes', byteString as Layout<unknown>, '0900000000000000ff'],
    ['a length that no array can have', byteString as Layout<unknown>, 'ffffffffffffffff'],
    ['an integer that no number can hold', safeI64 as Layout<unknown>, 'ffffffffffffff7f']
  ])('%s is malformed', (_, of, data) => {
    expect(() => decode(of, bytes(data))).toThrow(malformed);
  });

  test('a value that the layout cannot hold is malformed', () => {
    expect(() => encode(u64, 2n ** 64n)).toThrow(malformed);
    expect(() => encode(u64, -1n)).toThrow(malformed);
    expect(() => encode(hexText(2), 'abcdef')).toThrow(malformed);
  });

  test('messages stay short for any number of trailing bytes', () => {
    const failure = () => decode(bool, new Uint8Array(100_000));
    expect(failure).toThrow(CodecError);
    expect(failure).toThrow(/^.{0,200}$/s);
  });
});

describe('a truncated value', () => {
  const cases: readonly (readonly [string, () => void])[] = [
    ['an integer', cut(u64, 7n)],
    ['a list of integers, where only the count tells that more follow', cut(list(u64), [1n, 2n, 3n])],
    ['a list of texts', cut(list(utf8String), ['one', 'two'])],
    ['length-prefixed bytes', cut(byteString, bytes('010203'))],
    ['an optional value', cut(pointer(u64), 9n)]
  ];

  test.each(cases)('%s is undefined at every truncation, and decoded once complete', (_, check) => check());

  function cut<T>(layout: Layout<T>, value: T) {
    return () => {
      const whole = encode(layout, value);
      for (let length = 0; length < whole.length; length++) {
        expect(decodePrefix(layout, whole.subarray(0, length)), `${length} bytes`).toBeUndefined();
      }
      expect(decodePrefix(layout, concatBytes(whole, bytes('ff')))).toEqual({ value, length: whole.length });
    };
  }
});
