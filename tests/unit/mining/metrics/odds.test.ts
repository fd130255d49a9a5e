import { expect, test } from 'vitest';
import { oddsOf } from '$lib/mining/metrics/odds';

test('with one block per hour on average, the chance within an hour is 1 - 1/e', () => {
  const odds = oddsOf(3_600_000n, 1000)!;
  expect(odds.expectedSeconds).toBe(3600);
  expect(odds.chancePerHour).toBeCloseTo(1 - 1 / Math.E, 12);
});

test('main-network odds stay precise where 1 - exp(-x) would be zero', () => {
  const odds = oddsOf(10n ** 21n, 1e3)!;
  expect(odds.chancePerHour).toBeCloseTo(3.6e-15, 20);
  expect(odds.chancePerHour).toBeGreaterThan(0);
});

test.each([0, -1, NaN])('there are no odds at a rate of %s', (rate) => expect(oddsOf(1n, rate)).toBeUndefined());
