import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCKS_PER_MONTH } from '$lib/chain/currency/quantity';
import { compareWithAllowance, estimateMonth, fundsFor } from '$lib/services/renter/estimate';

const SC = 10n ** 24n;
const TB = 10n ** 12n;

const prices = {
  // 100 SC per TB and month, rounded by less than one hasting per byte and block.
  storage: (100n * SC) / TB / BLOCKS_PER_MONTH,
  upload: (5n * SC) / TB,
  download: (30n * SC) / TB,
  contract: SC / 5n
};
const plan = {
  storage: 2n * TB,
  upload: (432n * 10n ** 9n) / BLOCKS_PER_MONTH,
  download: (864n * 10n ** 9n) / BLOCKS_PER_MONTH,
  redundancyThousandths: 3000n,
  hosts: 50n,
  period: 3n * BLOCKS_PER_MONTH
};

test('two terabytes three times at 100 SC, half a terabyte up three times at 5, one down at 30, 50 contracts per quarter', () => {
  const { storage, upload, download, contracts, total } = estimateMonth(plan, prices);
  expect(storage).toBe(2n * TB * 3n * prices.storage * BLOCKS_PER_MONTH);
  expect(Number(storage) / Number(SC)).toBeCloseTo(600, 6);
  expect(upload).toBe((648n * SC) / 100n);
  expect(download).toBe((2592n * SC) / 100n);
  // 50 × 0.2 SC in three months, rounded up.
  expect(contracts).toBe((10n * SC) / 3n + 1n);
  expect(total).toBe(storage + upload + download + contracts);
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 20n });
const anyPlan = fc.record({
  storage: amount,
  upload: amount,
  download: amount,
  redundancyThousandths: fc.bigInt({ min: 1n, max: 100_000n }),
  hosts: fc.bigInt({ min: 1n, max: 1000n }),
  period: fc.bigInt({ min: 1n, max: 100_000n })
});
const anyPrices = fc.record({ storage: amount, upload: amount, download: amount, contract: amount });

test('never below the exact cost, and less than one hasting per part above it', () => {
  fc.assert(
    fc.property(anyPlan, anyPrices, (given, asked) => {
      const estimate = estimateMonth(given, asked);
      const { storage, upload, redundancyThousandths, hosts, period } = given;
      const exact: [bigint, bigint, bigint][] = [
        [estimate.storage, storage * redundancyThousandths * asked.storage * BLOCKS_PER_MONTH, 1000n],
        [estimate.upload, upload * redundancyThousandths * asked.upload * BLOCKS_PER_MONTH, 1000n],
        [estimate.contracts, hosts * asked.contract * BLOCKS_PER_MONTH, period]
      ];
      for (const [shown, numerator, denominator] of exact) {
        expect(shown * denominator).toBeGreaterThanOrEqual(numerator);
        expect((shown - 1n) * denominator).toBeLessThan(numerator);
      }
      expect(estimate.download).toBe(given.download * asked.download * BLOCKS_PER_MONTH);
    })
  );
});

test('an estimate grows with every part of the plan', () => {
  fc.assert(
    fc.property(anyPlan, anyPrices, (given, asked) => {
      const { total } = estimateMonth(given, asked);
      for (const key of ['storage', 'upload', 'download', 'redundancyThousandths', 'hosts'] as const) {
        expect(estimateMonth({ ...given, [key]: given[key] + 1n }, asked).total).toBeGreaterThanOrEqual(total);
      }
    })
  );
});

test.each([
  ['exactly enough', 0n, true],
  ['one hasting more', 1n, true],
  ['one hasting less', -1n, false]
])('%s', (_, extra, fits) => {
  const estimate = estimateMonth({ ...plan, period: BLOCKS_PER_MONTH }, prices);
  const fit = compareWithAllowance(estimate, estimate.total + extra, BLOCKS_PER_MONTH);
  expect(fit).toEqual({ fits, allowedAMonth: estimate.total + extra, difference: extra < 0n ? -extra : extra });
});

test('the comparison is made without rounding', () => {
  // A period of three blocks holds 4 hastings: 5760 per month.
  const estimate = estimateMonth({ ...plan, storage: 0n, upload: 0n, download: 0n, hosts: 0n }, prices);
  const at = (total: bigint) =>
    compareWithAllowance({ ...estimate, total: total as typeof estimate.total }, 4n, 3n).fits;
  expect([at(5760n), at(5761n)]).toEqual([true, false]);
});

test('suggested funds are a round number above the estimate', () => {
  fc.assert(
    fc.property(anyPlan, anyPrices, (given, asked) => {
      const estimate = estimateMonth(given, asked);
      const funds = fundsFor(estimate, given.period);
      expect(compareWithAllowance(estimate, funds, given.period).fits).toBe(true);
      expect(funds.toString()).toMatch(/^\d{1,3}0*$/);
      // At most a tenth plus one hasting too much.
      const exact = (estimate.total * given.period) / BLOCKS_PER_MONTH + 1n;
      expect(funds * 10n).toBeLessThanOrEqual(exact * 11n + 10n);
    })
  );
});
