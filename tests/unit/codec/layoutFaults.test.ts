import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes, decodeHex, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import {
  bool,
  byteString,
  decode,
  decodePrefix,
  encode,
  fixedBytes,
  hexText,
  i64,
  list,
  mapped,
  pointer,
  safeI64,
  struct,
  u64,
  u8,
  utf8String,
  withEncoded,
  type Layout
} from '$lib/codec/layout';

const order = struct({ buyer: hexText(2), items: list(struct({ count: u64, label: utf8String })), isPaid: bool });
const valid = {
  buyer: 'abcd',
  items: [
    { count: 1n, label: 'a' },
    { count: 2n, label: 'b' }
  ],
  isPaid: true
};
const bytes = encode(order, valid);

const at = (path: string, message: RegExp | string = '') =>
  expect.objectContaining({ code: 'codec/malformed', path, message: expect.stringMatching(message) });

describe('decoding errors and their paths', () => {
  const patched = (offset: number, ...patch: number[]) => {
    const copy = bytes.slice();
    copy.set(patch, offset);
    return copy;
  };
  test.each<[string, Uint8Array, string, string]>([
    ['nothing', new Uint8Array(), 'buyer', '2 bytes missing'],
    ['the end is missing', bytes.subarray(0, -1), 'isPaid', '1 bytes missing'],
    ['a truncated item', bytes.subarray(0, 12), 'items.0.count', '6 bytes missing'],
    ['one byte too many', concatBytes(bytes, Uint8Array.of(7)), '', '1 trailing bytes'],
    ['more items than bytes', patched(2, 0xff), 'items', 'bytes missing'],
    ['a count of 2^63', patched(9, 0x80), 'items', 'outside the safe range'],
    ['a count of 2^52, which a number can hold', patched(8, 0x10), 'items', 'bytes missing'],
    ['a text longer than the bytes', patched(18, 0x40), 'items.0.label', 'bytes missing'],
    ['a bool of 2', patched(bytes.length - 1, 2), 'isPaid', 'not 2']
  ])('%s', (_, malformed, path, message) => {
    expect(() => decode(order, malformed)).toThrow(at(path, message));
  });
});

describe('encoding errors and their paths', () => {
  type Loose = Record<string, unknown>;
  test.each<[string, Loose, string]>([
    ['too few digits', { buyer: 'ab' }, 'buyer'],
    ['too many digits', { buyer: 'abcdef' }, 'buyer'],
    ['an odd number of digits', { buyer: 'abc' }, 'buyer'],
    ['a non-hexadecimal digit', { buyer: 'abcg' }, 'buyer'],
    ['a sign instead of a digit', { buyer: 'ab-1' }, 'buyer'],
    ['a digit of another script', { buyer: 'abc٣' }, 'buyer'],
    ['a negative count', { items: [valid.items[0], { count: -1n, label: '' }] }, 'items.1.count'],
    ['a count above 64 bits', { items: [{ count: 2n ** 64n, label: '' }] }, 'items.0.count'],
    ['a number instead of an integer', { items: [{ count: 1, label: '' }] }, 'items.0.count'],
    ['not a list', { items: undefined }, 'items'],
    ['not a bool', { isPaid: 1 }, 'isPaid']
  ])('%s', (_, corruption, path) => {
    expect(() => encode(order, { ...valid, ...corruption } as typeof valid)).toThrow(at(path));
  });

  const refused = <T>(name: string, layout: Layout<T>, value: T) => [name, () => encode(layout, value)] as const;
  test.each([
    refused('a byte of 256', u8, 256),
    refused('a byte of -1', u8, -1),
    refused('half a byte', u8, 0.5),
    refused('2^63, signed', i64, 2n ** 63n),
    refused('-2^63 - 1', i64, -(2n ** 63n) - 1n),
    refused('half a second', safeI64, 0.5),
    refused('too few bytes', fixedBytes(2), new Uint8Array(1)),
    refused('too many bytes', fixedBytes(2), new Uint8Array(3))
  ])('%s', (_, write) => {
    expect(write).toThrow(at(''));
  });
});

test('a conversion error appends its own path to that of the field', () => {
  const even = mapped(
    u8,
    (byte) => {
      if (byte % 2 === 1) throw new CodecError('is odd', 'lowest bit');
      return byte;
    },
    (byte) => {
      if (byte === 4) throw new TypeError('four is reserved');
      return byte;
    }
  );
  const layout = struct({ numbers: list(even) });
  expect(() => decode(layout, decodeHex('02000000000000000203'))).toThrow(
    at('numbers.1.lowest bit', /^numbers\.1\.lowest bit: is odd$/)
  );
  expect(() => encode(layout, { numbers: [2, 4] })).toThrow(at('numbers.1', /four is reserved/));
});

describe('any value survives a round trip', () => {
  const u64s = fc.bigInt(0n, 2n ** 64n - 1n);
  const i64s = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
  const hex = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(encodeHex);
  const anything = fc.record({
    byte: fc.nat(255),
    count: u64s,
    change: i64s,
    time: fc.maxSafeInteger(),
    flag: fc.boolean(),
    // Around the length that is converted in one step.
    ids: fc.array(fc.tuple(hex(32), hex(33), hex(64))),
    data: fc.uint8Array({ maxLength: 2000 }),
    text: fc.string({ unit: 'grapheme' }),
    maybe: fc.option(fc.array(u64s), { nil: undefined })
  });
  const pair = mapped(
    struct({ a: hexText(32), b: hexText(33), c: hexText(64) }),
    ({ a, b, c }): [string, string, string] => [a, b, c],
    ([a, b, c]) => ({ a, b, c })
  );
  const layout = struct({
    byte: u8,
    count: u64,
    change: i64,
    time: safeI64,
    flag: bool,
    ids: list(pair),
    data: byteString,
    text: utf8String,
    maybe: pointer(list(u64))
  });

  test('as bytes, alone and followed by others', () => {
    fc.assert(
      fc.property(anything, fc.uint8Array(), (value, behind) => {
        const whole = encode(layout, value);
        expect(decode(layout, whole)).toEqual(value);
        expect(decodePrefix(layout, concatBytes(whole, behind))).toEqual({ value, length: whole.length });
      })
    );
  });

  test('a truncated encoding is incomplete, not malformed', () => {
    fc.assert(
      fc.property(anything, fc.nat(), (value, cut) => {
        const whole = encode(layout, value);
        expect(decodePrefix(layout, whole.subarray(0, cut % whole.length))).toBeUndefined();
      })
    );
  });

  test('upper-case digits become lower case', () => {
    expect(decode(hexText(2), encode(hexText(2), 'AbCd'))).toBe('abcd');
  });
});

describe('memory', () => {
  test('decoded values share no memory with the input', () => {
    for (const source of [Uint8Array.of(1, 2), Buffer.from([1, 2])]) {
      const value = decode(fixedBytes(2), source);
      source[0] = 9;
      expect([...value]).toEqual([1, 2]);
    }
  });

  test('decoding respects the offset into the buffer', () => {
    expect(decode(u64, Uint8Array.of(9, 9, 1, 0, 0, 0, 0, 0, 0, 0, 9).subarray(2, 10))).toBe(1n);
  });

  test('an encoding is not modified by the next one', () => {
    const first = encode(u64, 1n);
    encode(u64, 2n);
    expect(decode(u64, first)).toBe(1n);
  });

  test('encoding may be nested, at any length', () => {
    const long = new Uint8Array(100_000).fill(7);
    const nested: Layout<Uint8Array> = mapped(
      byteString,
      (data) => data,
      (data) => encode(byteString, data)
    );
    const layout = struct({ before: u64, nested, after: u64 });
    const whole = encode(layout, { before: 1n, nested: long, after: 2n });
    expect(whole.length).toBe(8 + 8 + 8 + long.length + 8);
    expect(decode(layout, whole)).toEqual({ before: 1n, nested: encode(byteString, long), after: 2n });
  });

  test('a rejected value leaves the writer empty', () => {
    expect(() => encode(struct({ a: u64, b: u64 }), { a: 1n, b: -1n })).toThrow(CodecError);
    expect(encode(u64, 3n).length).toBe(8);
  });

  test('withEncoded passes the complete bytes and rethrows other errors', () => {
    expect(withEncoded((w) => order.write(w, valid), encodeHex)).toBe(encodeHex(bytes));
    const failure = new RangeError('of the caller');
    expect(() =>
      withEncoded(
        (w) => w.u8(1),
        () => {
          throw failure;
        }
      )
    ).toThrow(failure);
    expect(encode(u8, 5)).toEqual(Uint8Array.of(5));
  });
});
