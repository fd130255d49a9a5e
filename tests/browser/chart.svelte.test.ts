import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import Chart from '$lib/components/chart/Chart.svelte';
import type { ChartData } from '$lib/components/chart/chartData';

let shown: object;
afterEach(() => unmount(shown));

function show(data: ChartData) {
  const series = [{ label: 'Received', token: '--accent' }];
  const props = { label: 'Traffic', data, series, formatValue: String, empty: 'One sample so far.' };
  shown = mount(Chart, { target: document.body, props });
  flushSync();
}

test('samples with a single known value are no empty axes', () => {
  show([
    [0, 60],
    [null, 5]
  ]);
  expect(document.querySelector('figure')!.textContent).toContain('One sample so far.');
});

test('two known values are a chart', () => {
  show([
    [0, 60, 120],
    [null, 5, 6]
  ]);
  expect(document.querySelector('figure details')).not.toBeNull();
});
