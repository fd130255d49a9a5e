import { expect, test } from 'vitest';
import { sortInSlices } from '$lib/async/sortInSlices';
import { TimeSlices } from '$lib/async/timeSlices';

/** Every reading of the clock advances it by a millisecond. */
function slowClock() {
  let ms = 0;
  let yields = 0;
  return { now: () => ms++, yield: async () => void yields++, yields: () => yields };
}

test('long work yields, short work does not', async () => {
  const clock = slowClock();
  const slices = new TimeSlices(clock);
  for (let step = 0; step < 5; step++) await slices.turn();
  expect(clock.yields()).toBe(0);
  for (let step = 0; step < 95; step++) await slices.turn();
  expect(clock.yields()).toBeGreaterThan(5);
  expect(clock.yields()).toBeLessThan(15);
});

test('of several pieces of work, one has a slice in each turn of the event loop, one after the other', async () => {
  let ms = 0;
  const clock = { now: () => ms++, yield: () => new Promise<void>((resolve) => setImmediate(resolve)) };
  let turn = 0;
  let counting = setImmediate(function count() {
    turn++;
    counting = setImmediate(count);
  });
  const slices = new Map<number, Set<string>>();
  async function work(name: string): Promise<void> {
    const own = new TimeSlices(clock);
    for (let step = 0; step < 60; step++) {
      await own.turn();
      slices.set(turn, (slices.get(turn) ?? new Set()).add(name));
    }
  }
  await Promise.all(['a', 'b', 'c'].map(work));
  clearImmediate(counting);
  const names = [...slices].filter(([at]) => at > 0).map(([, those]) => [...those].join(''));
  expect(names.filter((those) => those.length > 1)).toEqual([]);
  expect(names.join('')).toMatch(/^(?:abc){3,}$/);
});

test('several pieces of work together have as much time as everything else, within limits', async () => {
  let ms = 0;
  let othersMs = 0;
  const clock = {
    now: () => ms,
    yield: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      ms += othersMs;
    }
  };
  async function lengthsOf(names: readonly string[], busyMs: number): Promise<number> {
    othersMs = busyMs;
    let longest = 0;
    await Promise.all(
      names.map(async () => {
        const own = new TimeSlices(clock);
        let sinceMs = ms;
        for (let step = 0; step < 400; step++) {
          const before = ms;
          await own.turn();
          if (ms !== before) sinceMs = ms;
          longest = Math.max(longest, ++ms - sinceMs);
        }
      })
    );
    // A step may overrun its slice.
    return Math.round(longest / 10) * 10;
  }
  expect(await lengthsOf(['one'], 30)).toBe(10);
  expect(await lengthsOf(['one', 'another'], 0)).toBe(10);
  expect(await lengthsOf(['one', 'another'], 30)).toBe(30);
  expect(await lengthsOf(['one', 'another'], 300)).toBe(50);
});

const scrambled = (length: number) => Array.from({ length }, (_, i) => ({ value: (i * 7_919) % 1_000, at: i }));
const byValue = (a: { readonly value: number }, b: { readonly value: number }) => a.value - b.value;

test.each([0, 1, 2_000, 2_001, 9_500])('%i rows are sorted like Array.sort, stably', async (length) => {
  const rows = scrambled(length);
  expect(await sortInSlices(rows, byValue, new AbortController().signal)).toEqual(rows.toSorted(byValue));
});

test('sorting stops when the signal aborts', async () => {
  const stop = new AbortController();
  const sorting = sortInSlices(scrambled(5_000), byValue, stop.signal);
  stop.abort(new Error('enough'));
  await expect(sorting).rejects.toThrow('enough');
});
