import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { periodProgress, spendingOfPeriod } from '$lib/services/renter/spending';

const H = hastings;
/** Recorded from a real node, with 200,000 SC for a period. */
const recorded = {
  contractFees: H(410107299999832186910000n),
  downloadSpending: H(0n),
  fundAccountSpending: H(1000000000000000000000000n),
  maintenanceSpending: { accountBalanceCost: H(1n), fundAccountCost: H(1n), updatePriceTableCost: H(1n) },
  storageSpending: H(0n),
  totalAllocated: H(4166666666666666666666666n),
  uploadSpending: H(0n),
  unspent: H(199998589892700000167813089997n)
};

test('the parts of a recorded period add up to the allowance', () => {
  const { spent, reserved, free, unspent, maintenance } = spendingOfPeriod(recorded);
  expect(maintenance).toBe(3n);
  expect(spent).toBe(1410107299999832186910003n);
  expect(reserved).toBe(4166666666666666666666666n - spent);
  expect(reserved + free).toBe(unspent);
  expect(spent + unspent).toBe(200000n * 10n ** 24n);
});

test('no part is ever negative, and the parts of the unspent funds never exceed them', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(H);
  fc.assert(
    fc.property(amount, amount, amount, amount, (contractFees, storageSpending, totalAllocated, unspent) => {
      const spending = spendingOfPeriod({ ...recorded, contractFees, storageSpending, totalAllocated, unspent });
      for (const part of Object.values(spending)) expect(part).toBeGreaterThanOrEqual(0n);
      expect(spending.reserved + spending.free).toBe(unspent);
    })
  );
});

const period = { currentPeriod: 100, nextPeriod: 600 };

test.each([
  [100, { share: 0, blocksLeft: 500, isRenewing: false }],
  [99, { share: 0, blocksLeft: 501, isRenewing: false }],
  [499, { share: 0.798, blocksLeft: 101, isRenewing: false }],
  [500, { share: 0.8, blocksLeft: 100, isRenewing: true }],
  [600, { share: 1, blocksLeft: 0, isRenewing: true }],
  [700, { share: 1, blocksLeft: 0, isRenewing: true }]
])('at height %i', (height, progress) => {
  expect(periodProgress(period, 100n, height)).toEqual({ ...progress, renewsFrom: 500 });
});

test('a renew window longer than the period starts with it; without a period there is no progress', () => {
  expect(periodProgress(period, 900n, 100)?.renewsFrom).toBe(100);
  expect(periodProgress({ currentPeriod: 0, nextPeriod: 0 }, 100n, 100)).toBeUndefined();
});
