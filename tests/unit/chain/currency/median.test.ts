import fc from 'fast-check';
import { expect, test } from 'vitest';
import { median, ratio } from '$lib/chain/currency/median';

test.each<[bigint[], bigint | undefined]>([
  [[], undefined],
  [[7n], 7n],
  [[3n, 1n, 2n], 2n],
  [[4n, 1n], 2n],
  [[10n ** 30n, 1n, 10n ** 31n], 10n ** 30n]
])('the median of %s is %s', (amounts, middle) => {
  expect(median(amounts)).toBe(middle);
});

test('at most half of the amounts are above the median and at most half below; the input is not modified', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n }), { minLength: 1 }), (amounts) => {
      const given = [...amounts];
      const middle = median(amounts)!;
      expect(amounts).toEqual(given);
      expect(median(amounts.toReversed())).toBe(middle);
      expect(amounts.filter((amount) => amount <= middle).length * 2).toBeGreaterThanOrEqual(amounts.length);
      expect(amounts.filter((amount) => amount >= middle).length * 2).toBeGreaterThanOrEqual(amounts.length);
    })
  );
});

test('a ratio to zero is undefined', () => {
  expect([ratio(3n, 2n), ratio(3n, 0n), ratio(3n, undefined)]).toEqual([1.5, undefined, undefined]);
});
