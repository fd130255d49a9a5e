import { mount, unmount } from 'svelte';
import { page } from 'vitest/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { NO_TOTALS, type MiningRecord } from '$lib/services/mining/miningRecords';
import Days from '../../src/routes/(app)/mine/history/Days.svelte';
import { eventually } from '../support/eventually';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([1, 13])('the days of the chart are equally far apart at %i h', async (hour) => {
  // Wide enough for the label of each day.
  await page.viewport(1280, 720);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 29, hour) });
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const atMs = Date.now();
  const record: MiningRecord = {
    ...NO_TOTALS,
    id: 'first',
    hashes: 1_000n,
    startedAtMs: atMs,
    endedAtMs: atMs,
    engine: { kind: 'js', label: 'JavaScript' } as never,
    work: 'daemon'
  };
  const shown = mount(Days, { target: document.body, props: { records: [record] } });
  const placesOf = () =>
    new Map(written.mock.calls.filter(([text]) => text.includes('2026')).map(([text, x]) => [text, x]));
  await eventually(() => expect(placesOf().size).toBe(7));
  const places = [...placesOf().values()];
  const steps = places.slice(1).map((x, i) => Math.round(x - places[i]!));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
  await unmount(shown);
});
