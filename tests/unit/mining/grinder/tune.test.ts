import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CompletionPattern, outlast, restMs, retune } from '$lib/mining/grinder/tune';
import type { Tuning } from '$lib/mining/grinder/tune';

const LIMITS = { targetMs: 50, granularity: 64, max: 1 << 30 };

/** Runs `rounds` dispatches on a device of the given speed. */
function settle(start: Tuning, rounds: number, msOf: (nonces: number, round: number) => number): Tuning {
  let tuning = start;
  for (let round = 0; round < rounds; round++) {
    tuning = retune(tuning, LIMITS, tuning.nonces, msOf(tuning.nonces, round));
  }
  return tuning;
}

describe('retune', () => {
  test.each([0.02, 1, 100, 5_000])(
    'settles on dispatches of 50 ms at %d thousand nonces per millisecond',
    (thousands) => {
      const { nonces } = settle({ nonces: 64 }, 60, (count) => count / (thousands * 1000));
      expect(nonces / (thousands * 1000)).toBeGreaterThan(45);
      expect(nonces / (thousands * 1000)).toBeLessThanOrEqual(50.001);
    }
  );

  test('shrinks when the device slows down', () => {
    const fast = settle({ nonces: 64 }, 60, (count) => count / 1e6);
    const slow = settle(fast, 60, (count) => count / 1e4);
    expect(slow.nonces / 1e4).toBeCloseTo(50, -1);
  });

  test('a measurement changes the rate by three tenths of the difference', () => {
    // One millisecond per nonce before, two now.
    const { noncesPerMs } = retune({ nonces: 64, noncesPerMs: 1 }, LIMITS, 64, 128);
    expect(noncesPerMs).toBeCloseTo(1 / 1.3, 12);
  });

  test('grows to at most twice the size', () => {
    expect(retune({ nonces: 640 }, LIMITS, 640, 0.2).nonces).toBe(1280);
  });

  test('handles completions reported three at a time every 100 ms', () => {
    // Three dispatches in flight: all three are reported at the next multiple of 100 ms.
    const { nonces } = settle({ nonces: 64 }, 120, (count, round) =>
      round % 3 === 0 ? Math.max(100, Math.ceil((3 * count) / 1e5) * 100) : 0
    );
    expect(nonces / 1e3).toBeGreaterThan(20);
  });

  test('stays within its limits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1 << 24 }),
        fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 }),
        (steps, times) => {
          let tuning: Tuning = { nonces: steps * 64 };
          for (const ms of times) {
            tuning = retune(tuning, LIMITS, tuning.nonces, ms);
            expect(tuning.nonces % 64).toBe(0);
            expect(tuning.nonces).toBeGreaterThanOrEqual(64);
            expect(tuning.nonces).toBeLessThanOrEqual(LIMITS.max);
          }
        }
      )
    );
  });
});

describe('CompletionPattern', () => {
  /** Records the gaps between completions observed at these times. */
  function seen(times: readonly number[]): boolean {
    const pattern = new CompletionPattern();
    times.slice(1).forEach((time, i) => pattern.record(time - times[i]!, 25));
    return pattern.isBunched;
  }
  const even = Array.from({ length: 60 }, (_, i) => 25 * i);

  test('is even if each completion is reported immediately', () => expect(seen(even)).toBe(false));
  test('is even with an occasional hiccup', () =>
    expect(seen(even.map((time, i) => time + (i % 12 === 0 ? 24 : 0)))).toBe(false));
  test('is bunched if the browser polls every 100 ms', () =>
    expect(seen(even.map((time) => Math.ceil(time / 100) * 100))).toBe(true));

  test('counts completions less than a fifth of a dispatch apart', () => {
    const pattern = new CompletionPattern();
    const bunches = [25, 4.9, 0, 5, 4.9].map((gapMs) => {
      pattern.record(gapMs, 25);
      return pattern.bunch;
    });
    expect(bunches).toEqual([1, 2, 3, 1, 2]);
  });
});

describe('outlast: all dispatches in flight complete within one poll', () => {
  const DEPTH = 3;
  const PER_MS = 1000;

  /** Polls a device at an interval, like the engine. @returns the final length of a dispatch */
  function settleAt(lookMs: number, start: Tuning): number {
    const pattern = new CompletionPattern();
    let tuning = start;
    let look = { before: tuning, ms: 0 };
    for (let i = 0; i < 120; i++) {
      const counts = [tuning.nonces, tuning.nonces, tuning.nonces];
      const busyMs = (DEPTH * tuning.nonces) / PER_MS;
      counts.forEach((count, n) => {
        const gapMs = n === 0 ? Math.ceil(busyMs / lookMs) * lookMs : 0;
        pattern.record(gapMs, LIMITS.targetMs);
        if (pattern.bunch === 1) look = { before: tuning, ms: gapMs };
        tuning = retune(tuning, LIMITS, count, gapMs);
        if (pattern.bunch === DEPTH) tuning = outlast(tuning, LIMITS, look.before, look.ms / DEPTH);
      });
    }
    return tuning.nonces / PER_MS;
  }

  test.each([100, 200, 250])('dispatches outlast a polling interval of %d ms', (lookMs) => {
    for (const nonces of [64, 64_000]) expect(DEPTH * settleAt(lookMs, { nonces })).toBeGreaterThanOrEqual(lookMs);
  });

  test('a size grows by half while the interval is below a tenth of a second, and not beyond', () => {
    const before = { nonces: 640, noncesPerMs: 10 };
    const at = (intervalMs: number) => outlast({ nonces: 64 }, LIMITS, before, intervalMs);
    expect(at(99.9)).toEqual({ nonces: 960, noncesPerMs: 15 });
    expect(at(100)).toEqual(before);
    expect(outlast({ nonces: 64 }, LIMITS, { nonces: 640 }, 50)).toEqual({ nonces: 960 });
  });

  test('a size that is already large enough is unchanged, and nothing grows beyond the limit', () => {
    const before = { nonces: 640 };
    const large = { nonces: 960, noncesPerMs: 3 };
    expect(outlast(large, LIMITS, before, 50)).toBe(large);
    expect(outlast({ nonces: 64 }, { ...LIMITS, max: 800 }, before, 50)).toEqual({ nonces: 768 });
  });

  test('growth is bounded at very long polling intervals', () => {
    expect(settleAt(2_000, { nonces: 64_000 })).toBeLessThanOrEqual(100);
  });
});

test.each([
  [1, 0],
  [0.5, 60],
  [0.25, 180]
])('work of 60 ms at a power of %d is followed by a pause of %d ms', (share, rest) =>
  expect(restMs(60, share)).toBe(rest)
);
