import { expect, test } from 'vitest';
import { DispatchSize } from '$lib/gpu/dispatchSize';

const GRANULARITY = 64;
const DEPTH = 3;

/** Size and duration after so many dispatches on a device of this speed. @param reportMs when each is reported */
function settle(noncesPerMs: number, rounds: number, reportMs: (ms: number, i: number) => number = (ms) => ms) {
  const size = new DispatchSize(GRANULARITY, DEPTH);
  for (let i = 0; i < rounds; i++) size.record(size.nonces, reportMs(size.nonces / noncesPerMs, i));
  return { nonces: size.nonces, ms: size.nonces / noncesPerMs };
}

test.each([1, 1_000, 100_000])('dispatches settle at 25 ms on a device with %i nonces per millisecond', (speed) => {
  const { nonces, ms } = settle(speed, 60);
  expect(nonces % GRANULARITY).toBe(0);
  if (speed > 10) expect(ms).toBeCloseTo(25, 0);
  else expect(nonces).toBe(GRANULARITY);
});

test('if completions are reported in one batch every 100 ms, those in flight outlast even a late poll', () => {
  const { ms } = settle(10_000, 300, (ms, i) => (i % DEPTH === 0 ? Math.max(100, DEPTH * ms) : 0));
  expect(ms).toBeGreaterThan(60);
});

test('indexes stay far below 2^32 on any device', () => {
  expect(settle(1e12, 100).nonces).toBe(1 << 30);
});
