import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countMultiples,
  isMultipleOf,
  nonceAt,
  rangesFrom,
  sliceRange,
  splitRange
} from '$lib/mining/grinder/nonceRange';

const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
const factor = fc.oneof(
  fc.constantFrom(1n, 2n, 1009n, 100_900_000n, (1n << 64n) - 1n),
  fc.bigInt({ min: 1n, max: (1n << 64n) - 1n })
);

describe('countMultiples', () => {
  test.each([
    [1n, 1n << 64n],
    [1009n, 18_282_204_235_589_249n],
    [100_900_000n, 182_822_042_356n],
    [(1n << 64n) - 1n, 2n]
  ])('of %d', (each, count) => expect(countMultiples(each)).toBe(count));

  test.each([0n, -1n, 1n << 64n])('rejects %d', (each) => {
    expect(() => countMultiples(each)).toThrow(expect.objectContaining({ code: 'mining/nonce-factor', factor: each }));
  });
});

describe('rangesFrom', () => {
  test('covers every multiple once, from the start to the end and then from zero', () => {
    fc.assert(
      fc.property(factor, u64, (each, start) => {
        const ranges = rangesFrom(each, start);
        expect(ranges.reduce((sum, { count }) => sum + count, 0n)).toBe(countMultiples(each));
        const [upper, lower] = ranges;
        expect(upper!.first).toBe(start - (start % each));
        // The last nonce of the upper range is the last multiple.
        const last = upper!.first + (upper!.count - 1n) * each;
        expect(last).toBeLessThan(1n << 64n);
        expect(last + each).toBeGreaterThanOrEqual(1n << 64n);
        if (lower) {
          expect(lower.first).toBe(0n);
          expect(lower.count * each).toBe(upper!.first);
        } else {
          expect(upper!.first).toBe(0n);
        }
      })
    );
  });
});

describe('splitRange', () => {
  const range = fc.record({ first: u64, step: u64, count: fc.bigInt({ min: 0n, max: 1n << 62n }) });

  test('returns adjacent pieces of nearly equal size that cover the whole', () => {
    fc.assert(
      fc.property(range, fc.integer({ min: 1, max: 70 }), (whole, parts) => {
        const pieces = splitRange(whole, parts);
        let done = 0n;
        for (const piece of pieces) {
          expect(piece.first).toBe(nonceAt(whole, done));
          expect(piece.step).toBe(whole.step);
          done += piece.count;
        }
        expect(done).toBe(whole.count);
        const sizes = pieces.map(({ count }) => count).toSorted((a, b) => (a < b ? -1 : 1));
        expect((sizes.at(-1) ?? 0n) - (sizes[0] ?? 0n)).toBeLessThanOrEqual(1n);
        expect(pieces.length).toBe(whole.count < BigInt(parts) ? Number(whole.count) : parts);
      })
    );
  });
});

test('sliceRange stops at the end of the range', () => {
  const range = { first: 10n, step: 5n, count: 8n };
  expect(sliceRange(range, 6n, 10n)).toEqual({ first: 40n, step: 5n, count: 2n });
  expect(sliceRange(range, 9n, 10n).count).toBe(0n);
});

test('nonceAt wraps at 2^64', () => {
  expect(nonceAt({ first: (1n << 64n) - 1009n, step: 1009n, count: 5n }, 2n)).toBe(1009n);
});

test.each([
  [1009n, 2018n, true],
  [1009n, 2017n, false],
  [1n, 5n, true]
])('isMultipleOf(%d, %d) is %s', (each, nonce, answer) => expect(isMultipleOf(each, nonce)).toBe(answer));
