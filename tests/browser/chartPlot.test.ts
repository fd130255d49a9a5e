import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlot, type ChartData, type Plot, type SeriesStyle } from '$lib/components/chart/chartPlot';

let element: HTMLElement;
beforeEach(() => {
  element = document.createElement('div');
  document.body.append(element);
});
afterEach(() => element.remove());

/** What `read` finds in a drawn chart. */
async function drawn<T>(
  data: ChartData,
  series: readonly SeriesStyle[],
  width: number,
  read: (plot: Plot) => T,
  formatTick = String as (value: number) => string
): Promise<T> {
  const plot = createPlot(element, data, {
    series,
    formatTick,
    stacked: false,
    onpoint: () => undefined,
    width,
    height: 220,
    color: () => 'rgb(1, 2, 3)',
    font: '12px sans-serif'
  });
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const found = read(plot);
  plot.destroy();
  return found;
}

/** The tick values on a chart's vertical axis. */
async function ticksOf(data: ChartData, series: readonly SeriesStyle[], width = 600): Promise<number[]> {
  const ticks = new Set<number>();
  const collect = (value: number) => {
    ticks.add(value);
    return String(value);
  };
  return drawn(data, series, width, () => [...ticks], collect);
}

const line = (whole: boolean): SeriesStyle => ({ label: 'Peers', token: '--accent', whole });

test.each([0, 1, 2, 3, 8, 40, 12_345, 3_000_000])(
  'the axis of counts up to %i has only whole numbers',
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

test('other values have fractional ticks', async () => {
  const data: ChartData = [
    [0, 60, 120],
    [0, 1, 1]
  ];
  expect((await ticksOf(data, [line(false)])).every(Number.isInteger)).toBe(false);
});

/** The time labels on the horizontal axis of a chart that spans some seconds. */
async function timesOf(seconds: number, width: number): Promise<string[]> {
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const start = Date.UTC(2026, 10, 23, 5, 26, 40) / 1000;
  const data: ChartData = [
    [start, start + seconds],
    [1, 2]
  ];
  await ticksOf(data, [line(false)], width);
  const times = written.mock.calls.map(([text]) => text).filter((text) => text.includes(':'));
  written.mockRestore();
  return times;
}

test('a chart over a few seconds labels each second once', async () => {
  const times = await timesOf(3, 1200);
  expect(times.length).toBeGreaterThan(1);
  expect(new Set(times).size).toBe(times.length);
});

test('a narrow chart over a few minutes has time labels', async () => {
  expect((await timesOf(200, 320)).length).toBeGreaterThan(1);
});

test.each([1, 2, 7, 90])('the labels of %i bars are those of bars', async (days) => {
  const DAY = 86_400;
  const start = Date.UTC(2026, 10, 22, 12) / 1000;
  const places = Array.from({ length: days }, (_, day) => start + day * DAY);
  const ticks = new Set<number>();
  const plot = createPlot(element, [places, places.map(() => 1)], {
    series: [{ label: 'Hashes', token: '--accent', bars: true }],
    formatTick: String,
    formatPlace: (place) => {
      ticks.add(place);
      return String(place);
    },
    stacked: false,
    onpoint: () => undefined,
    width: 1000,
    height: 180,
    color: () => 'rgb(1, 2, 3)',
    font: '12px sans-serif'
  });
  await new Promise((resolve) => requestAnimationFrame(resolve));
  plot.destroy();
  expect([...ticks].filter((tick) => !places.includes(tick))).toEqual([]);
  expect(ticks).toContain(places.at(-1));
});

/** Where the chart writes its labels, in device pixels, and the left edge of its drawing in CSS pixels. */
async function drawnAt(width: number) {
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const data: ChartData = [
    [0, 60, 120],
    [1, 2, 3]
  ];
  const { left } = await drawn(data, [line(true)], width, ({ bbox }) => bbox);
  const labels = written.mock.calls.map(([text, x, y]) => ({ text, x, y }));
  written.mockRestore();
  return { left: left / devicePixelRatio, labels };
}

test('the first time label is clear of the lowest value label', async () => {
  const { labels } = await drawnAt(320);
  const zero = labels.find(({ text }) => text === '0')!;
  const time = labels.find(({ text }) => text.includes(':'))!;
  // One is centered on its position, the other hangs from it; a line is 12 px high.
  expect(time.y - zero.y).toBeGreaterThan(6 * devicePixelRatio);
});

test('on a phone, the vertical axis takes only the width of its labels', async () => {
  const wide = await drawnAt(1200);
  const narrow = await drawnAt(320);
  expect(narrow.left).toBeLessThan(wide.left / 2);
});

test('a value between two gaps, which no line reaches, is drawn as a point', async () => {
  const arc = vi.spyOn(Path2D.prototype, 'arc');
  const pointsOf = async (column: (number | null)[]) => {
    arc.mockClear();
    await drawn([[0, 60, 120, 180, 240], column], [line(true)], 600, () => undefined);
    return arc.mock.calls.length;
  };
  expect(await pointsOf([1, 2, 3, 4, 5])).toBe(0);
  expect(await pointsOf([5, null, 4, null, 3])).toBe(3);
  expect(await pointsOf([1, 2, null, null, 5])).toBe(1);
  arc.mockRestore();
});

test.each([300, 900])('the labels of the vertical axis fit beside a chart of %i px', async (width) => {
  const data: ChartData = [
    [0, 60],
    [0, 1.5e31]
  ];
  const label = '1.50 × 10^31 hastings';
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = '12px sans-serif';
  const axisPx = await drawn(
    data,
    [line(false)],
    width,
    ({ bbox }) => bbox.left / devicePixelRatio,
    () => label
  );
  expect(axisPx).toBeGreaterThan(context.measureText(label).width);
});
