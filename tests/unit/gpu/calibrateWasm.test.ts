import { expect, test } from 'vitest';
import { calibrateSchedules } from '$lib/gpu/calibrateWasm';
import type { Search } from '$lib/mining/grinder/search';
import { WASM_SCHEDULES, type WasmSchedule } from '$lib/mining/grinder/wasmSchedule';

type Rates = Readonly<Record<WasmSchedule, number>>;

/**
 * Nonces per millisecond of each schedule; after `after` calls its optimized code is ready, before that it takes three
 * times as long.
 */
async function fastest(rates: Rates, after: Partial<Rates> = {}, disturb = (_: WasmSchedule, ms: number) => ms) {
  let nowMs = 0;
  const open = async (schedule: WasmSchedule): Promise<Search> => {
    let calls = 0;
    return (_job, _first, count) => {
      const slow = ++calls <= (after[schedule] ?? 10) ? 3 : 1;
      nowMs += disturb(schedule, (slow * count) / rates[schedule]);
      return { tried: count, hits: [] };
    };
  };
  const schedule = await calibrateSchedules(open, () => nowMs);
  return { schedule, tookMs: nowMs };
}

const even: Rates = { staggered: 10_000, abreast: 10_000, overlapped: 10_000 };

test.each(WASM_SCHEDULES)('%s is selected if it is the fastest', async (schedule) => {
  expect((await fastest({ ...even, [schedule]: 10_500 })).schedule).toBe(schedule);
});

test('a difference within the noise keeps the default', async () => {
  expect((await fastest({ ...even, overlapped: 10_150 })).schedule).toBe('staggered');
});

test('waits for one that still runs slow code', async () => {
  const { schedule, tookMs } = await fastest({ ...even, overlapped: 10_500 }, { overlapped: 25 });
  expect(schedule).toBe('overlapped');
  expect(tookMs).toBeLessThan(2000);
});

test('has no result if one never gets optimized code', async () => {
  const { schedule, tookMs } = await fastest(even, { staggered: Infinity });
  expect(schedule).toBeUndefined();
  expect(tookMs).toBeLessThan(2000);
});

test('slow single rounds change nothing', async () => {
  let calls = 0;
  const sometimes = (schedule: WasmSchedule, ms: number) =>
    schedule === 'abreast' && ++calls % 2 === 0 ? 1.4 * ms : ms;
  expect((await fastest({ ...even, abreast: 10_500 }, {}, sometimes)).schedule).toBe('abreast');
});

test('a slow machine measures smaller pieces', async () => {
  const { schedule, tookMs } = await fastest({ staggered: 100, abreast: 120, overlapped: 100 });
  expect(schedule).toBe('abreast');
  expect(tookMs).toBeLessThan(3000);
});
