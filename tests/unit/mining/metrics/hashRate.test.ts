import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashRateMeter } from '$lib/mining/metrics/hashRate';

test('spreads a dispatch over the seconds it took', () => {
  const meter = new HashRateMeter();
  meter.add(1000, 500, 1500);
  expect(meter.history(3000)).toEqual([
    { second: 0, hashes: 500 },
    { second: 1, hashes: 500 },
    { second: 2, hashes: 0 }
  ]);
});

test('averages cover the elapsed seconds, not the whole window', () => {
  const meter = new HashRateMeter();
  for (let second = 0; second < 10; second++) meter.add(100, second * 1000, (second + 1) * 1000);
  expect(meter.rates(10_000)).toEqual({ second: 100, minute: 100, hour: 100 });
});

test('the current second is excluded until it has passed', () => {
  const meter = new HashRateMeter();
  meter.add(700, 0, 700);
  expect(meter.rates(900)).toEqual({ second: 0, minute: 0, hour: 0 });
  expect(meter.rates(1000).second).toBe(700);
});

test('a pause appears as zero in the last second and lowers the longer averages', () => {
  const meter = new HashRateMeter();
  meter.add(1000, 0, 1000);
  expect(meter.rates(4000)).toEqual({ second: 0, minute: 250, hour: 250 });
});

test('a new run resets its averages; the pause before it remains in the history', () => {
  const meter = new HashRateMeter();
  meter.add(1000, 0, 1000);
  meter.start();
  meter.add(1500, 9500, 11_000);
  expect(meter.rates(11_000)).toEqual({ second: 1000, minute: 1000, hour: 1000 });
  expect(meter.history(11_000).map(({ hashes }) => hashes)).toEqual([1000, 0, 0, 0, 0, 0, 0, 0, 0, 500, 1000]);
});

test('the second in which a run started does not lower its averages', () => {
  const meter = new HashRateMeter();
  meter.add(4100, 900, 5000);
  expect(meter.rates(5000)).toEqual({ second: 1000, minute: 1000, hour: 1000 });
  expect(meter.rates(1500).second).toBe(0);
});

test('at most one hour is retained', () => {
  const meter = new HashRateMeter();
  for (let second = 0; second < 4000; second++) meter.add(1, second * 1000, second * 1000 + 1000);
  expect(meter.history(4_000_000)).toHaveLength(3600);
  expect(meter.rates(4_000_000).hour).toBeCloseTo(1);
});

test('no hash is lost or counted twice, in any order and length of dispatches', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.integer({ min: 1, max: 1e6 }),
          fc.integer({ min: 0, max: 5000 }),
          fc.integer({ min: 1, max: 3000 })
        ),
        {
          minLength: 1,
          maxLength: 20
        }
      ),
      (dispatches) => {
        const meter = new HashRateMeter();
        // The earliest start comes first, as in a session; the rest may finish in any order.
        const [first, ...rest] = [...dispatches].sort((a, b) => a[1] - b[1]);
        for (const [hashes, startMs, tookMs] of [first!, ...rest.reverse()])
          meter.add(hashes, startMs, startMs + tookMs);
        const counted = meter.history(10_000).reduce((sum, { hashes }) => sum + hashes, 0);
        const total = dispatches.reduce((sum, [hashes]) => sum + hashes, 0);
        expect(counted).toBeCloseTo(total, 3);
      }
    )
  );
});

test('each second has the hashes computed in it, in whatever order dispatches are completed', () => {
  const meter = new HashRateMeter();
  meter.add(60, 2000, 3000);
  meter.add(10, 6000, 7000);
  // Before all, between two, and into seconds that already have some.
  meter.add(30, 1000, 2000);
  meter.add(40, 4000, 5000);
  meter.add(12, 3000, 7000);
  meter.add(5, 2500, 2500);
  expect(meter.history(8000).map(({ second, hashes }) => [second, hashes])).toEqual([
    [2, 65],
    [3, 3],
    [4, 43],
    [5, 3],
    [6, 13],
    [7, 0]
  ]);
  expect(meter.rates(8000).minute).toBeCloseTo(127 / 6);
});

test('work before the last hour is dropped, later work is not', () => {
  const meter = new HashRateMeter();
  for (let second = 0; second < 10_000; second++) meter.add(second, second * 1000, second * 1000 + 1000);
  expect(meter.history(10_000_000).map(({ hashes }) => hashes)).toEqual(
    Array.from({ length: 3600 }, (_, i) => 6400 + i)
  );
  // Queried late for a moment long past.
  expect(meter.history(6_300_000).some(({ hashes }) => hashes > 0)).toBe(false);
});

test('setting the clock back an hour loses what was recorded before, and nothing else', () => {
  const meter = new HashRateMeter();
  const HOUR_MS = 3_600_000;
  for (let second = 0; second < 10; second++) meter.add(100, HOUR_MS + second * 1000, HOUR_MS + (second + 1) * 1000);
  for (let second = 0; second < 10; second++) meter.add(200, second * 1000, (second + 1) * 1000);
  expect(meter.rates(10_000)).toEqual({ second: 200, minute: 200, hour: 200 });
  expect(meter.history(10_000)).toHaveLength(10);
});
