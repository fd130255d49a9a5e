import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecencyCache } from '$lib/server/node/store/recencyCache';

const MOST = 6;
const filled = (...keys: number[]): RecencyCache<number, string> => {
  const recent = new RecencyCache<number, string>(MOST);
  for (const key of keys) recent.set(key, `value ${key}`);
  return recent;
};

test('evicts what was not used for long, and keeps the rest', () => {
  const recent = filled(1, 2, 3);
  for (const key of [4, 5, 6, 7, 8]) {
    expect(recent.get(1)).toBe('value 1');
    recent.set(key, `value ${key}`);
  }
  expect([1, 2, 3, 8].map((key) => recent.get(key))).toEqual(['value 1', undefined, undefined, 'value 8']);
});

test('returns the latest value of a key, whichever generation holds the older one', () => {
  const recent = filled(1, 2, 3, 4);
  recent.set(1, 'anew');
  expect(recent.get(1)).toBe('anew');
  for (const key of [5, 6]) recent.set(key, '');
  expect(recent.get(1)).toBe('anew');
});

test('a key takes one place, however often it is set, and the one too many drops the older half', () => {
  expect(filled(1, 2, 3, 3, 4, 5, 6).get(1)).toBe('value 1');
  expect(filled(1, 2, 3, 4, 5, 6, 7).get(1)).toBeUndefined();
});

test('deletes a key, however long it has been there', () => {
  const recent = filled(1, 2, 3, 4);
  for (const key of [1, 2, 4]) recent.delete(key);
  expect([1, 2, 3, 4].map((key) => recent.get(key) !== undefined)).toEqual([false, false, true, false]);
});

test('clears everything', () => {
  const recent = filled(1, 2, 3, 4);
  recent.clear();
  expect([1, 2, 3, 4].map((key) => recent.get(key))).toEqual([undefined, undefined, undefined, undefined]);
});

test('always keeps the newer half, and never exceeds its limit', () => {
  const KEYS = 20;
  fc.assert(
    fc.property(fc.array(fc.nat(KEYS), { minLength: 1 }), (keys) => {
      const newest = [...new Set(keys.toReversed())].slice(0, MOST / 2);
      const recent = filled(...keys);
      for (const key of newest) expect(recent.get(key)).toBe(`value ${key}`);

      const another = filled(...keys);
      const kept = Array.from({ length: KEYS + 1 }, (_, key) => another.get(key)).filter(
        (value) => value !== undefined
      );
      expect(kept.length).toBeLessThanOrEqual(MOST);
    })
  );
});
