import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_PAUSES } from '$lib/services/mining/pauses';
import { MiningPauses, type WatchIdle } from '$lib/state/mining/pauses.svelte';

class FakeBattery extends EventTarget {
  charging = true;
  level = 1;

  set(charging: boolean): void {
    this.charging = charging;
    this.dispatchEvent(new Event('chargingchange'));
  }
}

const NOON = new Date(2026, 10, 22, 12).getTime();
const refused: WatchIdle = () => Promise.reject(new DOMException('No', 'NotAllowedError'));

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function watched(watchIdle = refused) {
  const battery = new FakeBattery();
  const input = new EventTarget();
  const pauses = new MiningPauses({
    readBattery: async () => battery,
    watchIdle,
    askToWatchIdle: async () => true,
    input,
    now: () => new Date()
  });
  const end = new AbortController();
  const onpause = vi.fn();
  await pauses.watch(end.signal, onpause);
  return { pauses, battery, input, end, onpause };
}

test('mining waits while on battery, and resumes afterward', async () => {
  const { pauses, battery, end, onpause } = await watched();
  await pauses.allowed(end.signal);
  battery.set(false);
  expect([pauses.reason, onpause.mock.calls.length]).toEqual(['battery', 1]);
  let isAllowed = false;
  const waiting = pauses.allowed(end.signal).then(() => (isAllowed = true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isAllowed).toBe(false);
  battery.set(true);
  await waiting;
  expect(pauses.reason).toBeUndefined();
});

test('stopping ends the wait and the monitoring', async () => {
  const { pauses, battery, end, onpause } = await watched();
  battery.set(false);
  const waiting = pauses.allowed(end.signal);
  end.abort();
  await waiting;
  battery.set(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([pauses.reason, onpause.mock.calls.length]).toEqual([undefined, 1]);
});

test('input on the page counts for a minute if the browser reports nothing else', async () => {
  const { pauses, input } = await watched();
  pauses.rules = { ...DEFAULT_PAUSES, whileBusy: true };
  expect(pauses.reason).toBeUndefined();
  input.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(pauses.reason).toBe('busy');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pauses.reason).toBeUndefined();
});

test('input before the clock was set back does not pause mining until the clock has caught up', async () => {
  const { pauses, input } = await watched();
  pauses.rules = { ...DEFAULT_PAUSES, whileBusy: true };
  input.dispatchEvent(new Event('keydown'));
  vi.setSystemTime(NOON - 3_600_000);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(pauses.reason).toBeUndefined();
});

test('the browser’s report about the whole system overrides input on the page', async () => {
  let report = (_: boolean): void => undefined;
  const { pauses, input } = await watched(async (onchange) => void (report = onchange));
  pauses.rules = { ...DEFAULT_PAUSES, whileBusy: true };
  report(false);
  expect(pauses.reason).toBe('busy');
  input.dispatchEvent(new Event('keydown'));
  report(true);
  expect(pauses.reason).toBeUndefined();
});

test('hours begin and end without an event', async () => {
  const { pauses } = await watched();
  pauses.rules = { ...DEFAULT_PAUSES, hours: { from: 0, to: 12 * 60 + 1 } };
  expect(pauses.reason).toBeUndefined();
  await vi.advanceTimersByTimeAsync(65_000);
  expect(pauses.reason).toBe('hours');
});
