import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchIdle } from '$lib/state/wallet/autoLock.svelte';

let touch: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (touch = listener));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('locks after inactivity, not before, and again after each unlock', () => {
  const lock = vi.fn();
  const stop = watchIdle(() => 2, lock);
  vi.advanceTimersByTime(110_000);
  touch();
  vi.advanceTimersByTime(115_000);
  expect(lock).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(lock).toHaveBeenCalled();
  stop();
});

test('locks right after system sleep, during which timers did not run', () => {
  const lock = vi.fn();
  const stop = watchIdle(() => 15, lock);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(5_000);
  expect(lock).toHaveBeenCalledTimes(1);
  stop();
});

test('never locks when disabled, and follows a changed setting', () => {
  const lock = vi.fn();
  let minutes = 0;
  const stop = watchIdle(() => minutes, lock);
  vi.advanceTimersByTime(10 * 3_600_000);
  expect(lock).not.toHaveBeenCalled();
  minutes = 60;
  vi.advanceTimersByTime(5_000);
  expect(lock).toHaveBeenCalled();
  stop();
  lock.mockClear();
  vi.advanceTimersByTime(3_600_000 * 2);
  expect(lock).not.toHaveBeenCalled();
});

/** Clocks that stand still until they are set. */
function clocksAt(wallMs: number, steadyMs: number) {
  const now = { wallMs, steadyMs };
  return { now, clocks: { wallMs: () => now.wallMs, steadyMs: () => now.steadyMs } };
}

test.each<[string, { wallMs: number; steadyMs: number }, boolean]>([
  ['both clocks advanced by the time', { wallMs: 120_000, steadyMs: 120_000 }, true],
  ['the wall clock was set back by an hour', { wallMs: -3_600_000 + 120_000, steadyMs: 120_000 }, true],
  ['the wall clock was set back slightly', { wallMs: 90_000, steadyMs: 120_000 }, true],
  ['the device slept, and its steady clock stopped', { wallMs: 7_200_000, steadyMs: 5_000 }, true],
  ['the device slept, and the clock was set back', { wallMs: -7_200_000, steadyMs: 5_000 }, true],
  ['the clock was set forward', { wallMs: 86_400_000, steadyMs: 5_000 }, true],
  ['the clock was corrected by a second', { wallMs: 4_000, steadyMs: 5_000 }, false],
  ['only a moment passed', { wallMs: 5_000, steadyMs: 5_000 }, false]
])('%s: locked at the next check, or not', (_, passed, locks) => {
  const lock = vi.fn();
  const { now, clocks } = clocksAt(1e12, 500);
  const stop = watchIdle(() => 2, lock, clocks);
  now.wallMs += passed.wallMs;
  now.steadyMs += passed.steadyMs;
  vi.advanceTimersByTime(5_000);
  expect(lock).toHaveBeenCalledTimes(locks ? 1 : 0);
  stop();
});

test('many small steps back do not stop the time', () => {
  const lock = vi.fn();
  const { now, clocks } = clocksAt(1e12, 0);
  const stop = watchIdle(() => 2, lock, clocks);
  for (let step = 0; step < 24; step++) {
    now.steadyMs += 5_000;
    now.wallMs -= 5_000;
    vi.advanceTimersByTime(5_000);
  }
  expect(lock).toHaveBeenCalledTimes(1);
  stop();
});

test('input right after system sleep does not keep a wallet open', () => {
  const lock = vi.fn();
  const { now, clocks } = clocksAt(1e12, 0);
  const stop = watchIdle(() => 15, lock, clocks);
  now.wallMs += 3_600_000;
  touch();
  expect(lock).toHaveBeenCalledTimes(1);
  stop();
});
