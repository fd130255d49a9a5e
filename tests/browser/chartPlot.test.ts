import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPlot, type ChartData, type SeriesStyle } from '$lib/components/chart/chartPlot';

let element: HTMLElement;
beforeEach(() => {
  element = document.createElement('div');
  document.body.append(element);
});
afterEach(() => element.remove());

/** The numbers that stand on the vertical axis of a chart. */
async function ticksOf(data: ChartData, series: readonly SeriesStyle[]): Promise<number[]> {
  const ticks = new Set<number>();
  const plot = createPlot(element, data, {
    series,
    formatTick: (value) => {
      ticks.add(value);
      return String(value);
    },
    stacked: false,
    fromZero: true,
    onpoint: () => undefined,
    width: 600,
    height: 220,
    color: () => 'rgb(1, 2, 3)',
    font: '12px sans-serif'
  });
  await new Promise((resolve) => requestAnimationFrame(resolve));
  plot.destroy();
  return [...ticks];
}

const line = (whole: boolean): SeriesStyle => ({ label: 'Peers', token: '--accent', whole });

test.each([0, 1, 2, 3, 8, 40, 12_345, 3_000_000])(
  'the axis of counts up to %i has whole numbers only',
  async (most) => {
    const data: ChartData = [
      [0, 60, 120],
      [0, most, most]
    ];
    const ticks = await ticksOf(data, [line(true)]);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
);

test('other numbers have ticks between', async () => {
  const data: ChartData = [
    [0, 60, 120],
    [0, 1, 1]
  ];
  expect((await ticksOf(data, [line(false)])).every(Number.isInteger)).toBe(false);
});
