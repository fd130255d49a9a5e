import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stackColumns } from '$lib/components/chart/chartData';
import { shareOf, sumOf } from '$lib/components/chart/share';

test('a stack has its top first, and gaps only where all values are unknown', () => {
  expect(
    stackColumns([
      [1, 2, 3],
      [1, null, null],
      [10, 20, null],
      [100, 200, null]
    ])
  ).toEqual([
    [1, 2, 3],
    [111, 220, null],
    [11, 20, null],
    [1, 0, null]
  ]);
});

test('shares of amounts beyond 2^53 add up to one', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 1n << 128n }), { minLength: 1, maxLength: 8 }), (values) => {
      const whole = sumOf(values);
      const shares = values.map((value) => shareOf(value, whole));
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      if (whole !== 0n) expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1, 4);
    })
  );
  expect([shareOf(0n, 0n), shareOf(1, 4), shareOf(1n << 127n, 1n << 128n), sumOf([1, 2n])]).toEqual([0, 0.25, 0.5, 3]);
});
