import { describe, expect, test } from 'vitest';
import { SignatureCache, type SignatureCheck } from '$lib/consensus/validate/signatureCache';

const bytes = (length: number, first: number) => Uint8Array.from({ length }, (_, i) => first + i);
const check: SignatureCheck = { publicKey: bytes(32, 0), message: bytes(32, 50), signature: bytes(64, 100) };
const other = { ...check, message: bytes(32, 51) };

test.each([true, false])('verifies each signature once, and repeats the result: %s', (answer) => {
  const asked: SignatureCheck[] = [];
  const verify = new SignatureCache().verifier((publicKey, message, signature) => {
    asked.push({ publicKey, message, signature });
    return answer;
  });
  for (const { publicKey, message, signature } of [check, other, check, other]) {
    expect(verify(publicKey, message, signature)).toBe(answer);
  }
  expect(asked).toEqual([check, other]);
});

describe('a result applies to one key, one message and one signature', () => {
  const cache = new SignatureCache();
  cache.set(check, true);

  test('in any copy of the bytes', () => {
    expect(cache.get({ ...check, message: Uint8Array.from(check.message) })).toBe(true);
  });

  test.each(['publicKey', 'message', 'signature'] as const)('not to another %s', (part) => {
    for (const at of [0, check[part].length - 1]) {
      expect(cache.get({ ...check, [part]: check[part].with(at, 99) })).toBeUndefined();
    }
    expect(cache.get({ ...check, [part]: check[part].subarray(1) })).toBeUndefined();
  });

  test('including unusual lengths, none of which match another', () => {
    const unusual = [
      { ...check, publicKey: bytes(33, 0), message: bytes(31, 1) },
      { ...check, publicKey: bytes(31, 0) },
      { ...check, signature: bytes(63, 100) },
      { ...check, signature: new Uint8Array(0) }
    ];
    const kept = new SignatureCache();
    unusual.forEach((one, i) => kept.set(one, i % 2 === 0));
    expect(unusual.map((one) => kept.get(one))).toEqual([true, false, true, false]);
    expect(kept.get(check)).toBeUndefined();
  });
});

test('beyond the capacity, the oldest result is evicted', () => {
  const cache = new SignatureCache(2);
  const third = { ...check, message: bytes(32, 52) };
  for (const one of [check, other]) cache.set(one, true);
  expect([check, other].map((one) => cache.get(one))).toEqual([true, true]);
  cache.set(third, false);
  expect([check, other, third].map((one) => cache.get(one))).toEqual([undefined, true, false]);
});

test('the newest results are kept, however many were evicted', () => {
  const cache = new SignatureCache(3);
  const checks = Array.from({ length: 200 }, (_, i) => ({ ...check, message: bytes(32, i) }));
  checks.forEach((one, i) => {
    cache.set(one, i % 2 === 0);
    const known = checks.map((other) => cache.get(other)).flatMap((verdict, at) => (verdict === undefined ? [] : [at]));
    expect(known).toEqual([i - 2, i - 1, i].filter((at) => at >= 0));
  });
});
