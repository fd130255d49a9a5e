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

test('locks after the time without a touch, not before, and anew after each', () => {
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

test('locks right after a sleep in which timers stood still', () => {
  const lock = vi.fn();
  const stop = watchIdle(() => 15, lock);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(5_000);
  expect(lock).toHaveBeenCalledTimes(1);
  stop();
});

test('never locks when told so, and follows a change of the time', () => {
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
