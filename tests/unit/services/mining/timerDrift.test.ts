import { expect, test } from 'vitest';
import { TimerDrift } from '$lib/services/mining/timerDrift';

/** Ticks after these delays in milliseconds, at a thousand hashes per second. */
function ticking(drift: TimerDrift, gapsMs: readonly number[], isHidden: boolean) {
  let nowMs = 0;
  let last = drift.tick({ nowMs, isHidden, hashes: 0n });
  for (const gapMs of gapsMs) {
    nowMs += gapMs;
    last = drift.tick({ nowMs, isHidden, hashes: BigInt(nowMs) });
  }
  return last;
}

test('timers on time are not a slowdown', () =>
  expect(ticking(new TimerDrift(), [1_000, 1_010, 1_900, 1_000], true)).toBeUndefined());

test('late timers of a hidden page are, reported with the work done meanwhile', () =>
  expect(ticking(new TimerDrift(), [1_000, 60_000, 58_000, 1_000], true)).toEqual({
    everyMs: 60_000,
    lateMs: 118_000,
    hashes: 118_000n
  }));

test('a single late tick may be system sleep', () =>
  expect(ticking(new TimerDrift(), [1_000, 3_600_000, 1_000], true)).toBeUndefined());

test('a visible page is busy itself', () =>
  expect(ticking(new TimerDrift(), [3_000, 3_000, 3_000], false)).toBeUndefined());

test('a restart clears it', () => {
  const drift = new TimerDrift();
  ticking(drift, [60_000, 60_000], true);
  drift.start();
  expect(ticking(drift, [1_000], true)).toBeUndefined();
});
