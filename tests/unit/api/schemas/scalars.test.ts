import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodecError } from '$lib/codec/errors';
import { decodeBase64, encodeBase64 } from '$lib/api/schemas/base64';
import { decodeJson, encodeJson, type JsonCodec } from '$lib/api/schemas/codec';
import { amount } from '$lib/api/schemas/amount';
import * as scalars from '$lib/api/schemas/scalars';
import { spendPolicy } from '$lib/api/schemas/policies';
import { formatTimestamp, parseTimestamp } from '$lib/api/schemas/timestamp';
import { VOID_ADDRESS } from '$lib/chain/address';
import { unixSeconds, ZERO_TIME } from '$lib/chain/time';
import { parseJson, stringifyJson } from '$lib/codec/json';

const hash = 'ab'.repeat(32);

function refuses(schema: JsonCodec<never> | JsonCodec<unknown>, value: unknown): void {
  expect(() => decodeJson(schema as JsonCodec<unknown>, value)).toThrow(
    expect.objectContaining({ code: 'codec/malformed' })
  );
}

test('u64 is a plain number of any width', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), (value) => {
      const text = stringifyJson(encodeJson(scalars.u64, value));
      expect(text).toBe(value.toString());
      expect(decodeJson(scalars.u64, parseJson(text))).toBe(value);
    })
  );
  for (const bad of [-1, 1.5, 1n << 64n, '5', null, Number.MAX_SAFE_INTEGER + 1]) refuses(scalars.u64, bad);
});

test('amounts are strings, optionally with a unit', () => {
  expect(decodeJson(amount, '1000')).toBe(1000n);
  expect(decodeJson(amount, '1.5 SC')).toBe(15n * 10n ** 23n);
  expect(encodeJson(amount, decodeJson(amount, '1 SC'))).toBe('1000000000000000000000000');
  for (const bad of [5, 5n, '', '-1', '1.5', `${1n << 128n}`, 'x SC']) refuses(amount, bad);
});

test('the height before genesis', () => {
  expect(decodeJson(scalars.height, (1n << 64n) - 1n)).toBe(-1);
  expect(encodeJson(scalars.height, -1)).toBe((1n << 64n) - 1n);
  for (const bad of [-1, 0.5, 1n << 60n, '1']) refuses(scalars.height, bad);
});

test('targets, ids and keys are hexadecimal', () => {
  expect(decodeJson(scalars.target, `${'0'.repeat(63)}F`)).toBe(15n);
  expect(encodeJson(scalars.target, 15n)).toBe(`${'0'.repeat(63)}f`);
  expect(() => encodeJson(scalars.target, 1n << 256n)).toThrow();
  expect(decodeJson(scalars.blockId, hash.toUpperCase())).toBe(hash);
  expect(decodeJson(scalars.publicKey, `ed25519:${hash}`)).toBe(`ed25519:${hash}`);
  for (const bad of [hash.slice(1), `${hash}00`, `x${hash.slice(1)}`, 1]) refuses(scalars.blockId, bad);
  for (const bad of [hash, `entropy:${hash}`, `ed25519:${hash}0`]) refuses(scalars.publicKey, bad);
});

test('hashes of a proof are decoded one by one, even if the previous proof shares them', () => {
  const [a, b, c] = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32));
  for (const proof of [[a, b, c], [a, c], [a, b, c], [], [b, a, b, c], Array(65).fill(a), [c]]) {
    expect(decodeJson(scalars.merkleProof, proof)).toEqual(proof);
  }
  expect(decodeJson(scalars.merkleProof, [a, b!.toUpperCase()])).toEqual([a, b]);
  for (const bad of ['', a!.slice(1), `${a}0`, `x${a!.slice(1)}`, 1, null]) {
    refuses(scalars.merkleProof, [a, bad]);
    refuses(scalars.merkleProof, [a, bad]);
  }
});

test('addresses include a checksum', () => {
  expect(decodeJson(scalars.address, VOID_ADDRESS.toUpperCase())).toBe(VOID_ADDRESS);
  refuses(scalars.address, `${VOID_ADDRESS.slice(0, -1)}0`);
});

describe('times', () => {
  test.each([
    ['2026-11-20T00:38:25-05:00', 1795153105],
    ['2026-11-20T05:38:25Z', 1795153105],
    ['2026-11-20T05:38:25.618245121Z', 1795153105],
    ['2026-11-20T11:08:25+05:30', 1795153105],
    ['1970-01-01T00:00:00Z', 0],
    ['0001-01-01T00:00:00Z', ZERO_TIME],
    ['2024-02-29T23:59:59Z', 1709251199]
  ])('%s', (text, seconds) => {
    expect(parseTimestamp(text)).toBe(seconds);
  });

  test('printed in UTC and parsed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }), (seconds) => {
        expect(parseTimestamp(formatTimestamp(unixSeconds(seconds)))).toBe(seconds);
      })
    );
    expect(formatTimestamp(ZERO_TIME)).toBe('0001-01-01T00:00:00Z');
    expect(() => formatTimestamp(unixSeconds(253_402_300_800))).toThrow();
  });

  test.each(['2025-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-11-20 00:00:00Z', '2026-11-20T24:00:00Z', '1', ''])(
    'rejects %j',
    (text) => {
      expect(() => parseTimestamp(text)).toThrow(expect.objectContaining({ code: 'codec/malformed' }));
    }
  );
});

test('empty bytes may be null', () => {
  expect(decodeJson(scalars.base64Bytes, null)).toEqual(new Uint8Array(0));
});

test('base64 in both directions', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(decodeBase64(encodeBase64(bytes))).toEqual(new Uint8Array(bytes));
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    })
  );
  expect(decodeBase64(encodeBase64(new Uint8Array(100_000)))).toHaveLength(100_000);
  for (const bad of [
    'a',
    'ab',
    'abc',
    '====',
    'a===',
    'ab==c',
    'ab=c',
    'a b=',
    '-_==',
    'A'.repeat(40_000_000) + '=a=='
  ])
    expect(() => decodeBase64(bad)).toThrow(CodecError);
  expect(decodeBase64('A'.repeat(40_000_000))).toHaveLength(30_000_000);
});

test('a chain index as text', () => {
  const index = scalars.parseChainIndex(`12::${hash}`);
  expect(index).toEqual({ height: 12, id: hash });
  expect(scalars.formatChainIndex(index)).toBe(`12::${hash}`);
  expect(scalars.parseChainIndex(`18446744073709551615::${hash}`).height).toBe(-1);
  for (const bad of [`12:${hash}`, `-1::${hash}`, `12::${hash.slice(2)}`, `9007199254740992::${hash}`, '']) {
    expect(() => scalars.parseChainIndex(bad)).toThrow(expect.objectContaining({ code: 'codec/malformed' }));
  }
});

test('policies nest at most 32 levels below the outermost, and an error has its path', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? { type: 'above', policy: 1 } : { type: 'thresh', policy: { n: 1, of: [nested(depth - 1)] } };
  expect(() => decodeJson(spendPolicy, nested(32))).not.toThrow();
  refuses(spendPolicy, nested(33));
  refuses(spendPolicy, { type: 'maybe', policy: 1 });
  refuses(spendPolicy, { type: 'thresh', policy: { n: 256, of: [] } });
  expect(() => decodeJson(spendPolicy, { type: 'pk', policy: 5 })).toThrow(expect.objectContaining({ path: 'policy' }));
});
