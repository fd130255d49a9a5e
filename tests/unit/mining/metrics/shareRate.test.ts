import { expect, test } from 'vitest';
import { ShareRate } from '$lib/mining/metrics/shareRate';

const MINUTE_MS = 60_000;

function startedAt(nowMs: number): ShareRate {
  const rate = new ShareRate();
  rate.start(nowMs);
  return rate;
}

test('in the first ten minutes, the average covers the time since the start', () => {
  const rate = startedAt(1_000);
  rate.add(600, 1_500);
  rate.add(1_400, 2_000);
  expect(rate.rate(3_000)).toBe(1_000);
});

test('later it covers the last ten minutes, and older shares do not count', () => {
  const rate = startedAt(0);
  rate.add(6_000_000, 0);
  rate.add(600_000, 5 * MINUTE_MS);
  rate.add(1_200_000, 10 * MINUTE_MS);
  // A share exactly as old as the window still counts.
  expect(rate.rate(10 * MINUTE_MS)).toBe(7_800_000 / 600);
  expect(rate.rate(11 * MINUTE_MS)).toBe(1_800_000 / 600);
  expect(rate.rate(16 * MINUTE_MS)).toBe(1_200_000 / 600);
  expect(rate.rate(21 * MINUTE_MS)).toBe(0);
});

test('there is no rate before any time has passed', () => {
  const rate = startedAt(5);
  rate.add(1, 5);
  expect(rate.rate(5)).toBe(0);
});

test('shares from before a new start do not count', () => {
  const rate = startedAt(0);
  rate.add(1_000, 500);
  rate.start(1_000);
  expect(rate.rate(2_000)).toBe(0);
});
