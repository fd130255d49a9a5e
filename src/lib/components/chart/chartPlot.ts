import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formats } from '$lib/messages/formats';
import { inTimeZone } from '$lib/messages/numbers';
import { stackColumns, type ChartData } from './chartData';

export type { ChartData };
export type Plot = uPlot;

/** Style of a series; the color is a token name, resolved at every theme change. */
export interface SeriesStyle {
  readonly label: string;
  readonly token: string;
  /** Fill below the line; for a page's main series. */
  readonly filled?: boolean;
  /** A value holds until the next one, like a balance. */
  readonly stepped?: boolean;
  /** One bar per value; for sums over a period rather than readings. */
  readonly bars?: boolean;
  /** Counts: ticks only at integers. */
  readonly whole?: boolean;
}

interface PlotOptions {
  readonly series: readonly SeriesStyle[];
  readonly formatTick: (value: number) => string;
  /** Axis labels if the x axis is not time. */
  readonly formatPlace?: (place: number) => string;
  /** Stacks the series. */
  readonly stacked: boolean;
  /** Called with the data row under the pointer, or undefined. */
  readonly onpoint: (index: number | undefined) => void;
  readonly width: number;
  readonly height: number;
  readonly color: (token: string) => string;
  readonly font: string;
}

/** Unless a label is wider, so that charts below each other begin at the same place. */
const AXIS_WIDTH_PX = 76;
const AXIS_HEIGHT_PX = 28;
/** Beside labels. Separates those below the chart from the lowest one at its left. */
const AXIS_GAP_PX = 9;
const NARROW_PX = 400;
const POINT_PX = 5;
const TIME_LABEL_SPACE_PX = 80;
const NARROW_LABEL_SPACE_PX = 44;
/** Tick steps of counts: 1, 2, 5, 10, … up to the largest that numbers represent exactly. */
const WHOLE_STEPS = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Draws the chart into the element. uPlot cannot change colors in place, so a theme change creates a new plot. */
export function createPlot(element: HTMLElement, data: ChartData, options: PlotOptions): uPlot {
  const { series, formatTick, formatPlace, stacked, onpoint, width, height, color, font } = options;
  const grid = { stroke: color('--line'), width: 1 };
  const { timeZone } = formats();
  const axis = { stroke: color('--text-faint'), font, grid, ticks: { show: false } };
  const hasBars = series.some(({ bars }) => bars);
  return new uPlot(
    {
      width,
      height,
      padding: [8, 28, 0, 0],
      ...(timeZone && { tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone) }),
      legend: { show: false },
      cursor: { drag: { setScale: false }, points: { size: 6 }, y: false },
      hooks: { setCursor: [({ cursor }) => onpoint(cursor.idx ?? undefined)] },
      scales: {
        x: { time: formatPlace === undefined, ...(hasBars && { range: roomForBars }) },
        y: { range: (_plot, _min, max) => rangeOf(max) }
      },
      axes: [
        {
          ...axis,
          size: AXIS_HEIGHT_PX,
          gap: AXIS_GAP_PX,
          space: formatPlace ? TIME_LABEL_SPACE_PX : labelSpace(data[0], width),
          ...(!formatPlace && { incrs: timeSteps }),
          ...(formatPlace && hasBars && { splits: barPlaces }),
          values: (_plot, ticks) => (formatPlace ? ticks.map(formatPlace) : timeLabels(ticks))
        },
        {
          ...axis,
          size: (plot, labels) => Math.max(labelsWidth(plot, labels, font), plot.width < NARROW_PX ? 0 : AXIS_WIDTH_PX),
          ...(series.every(({ whole }) => whole) && { incrs: WHOLE_STEPS }),
          values: (_plot, ticks) => ticks.map(formatTick)
        }
      ],
      // A stack is drawn from the top down, each series covering the lower part of the previous one.
      series: [{}, ...(stacked ? series.toReversed() : series).map((style) => drawnAs(style, stacked, color))]
    },
    toPlot(data, stacked),
    element
  );
}

/** Converts the columns for uPlot. */
export const toPlot = (data: ChartData, stacked: boolean): uPlot.AlignedData =>
  (stacked ? stackColumns(data) : data) as unknown as uPlot.AlignedData;

function drawnAs(style: SeriesStyle, stacked: boolean, color: PlotOptions['color']): uPlot.Series {
  const stroke = color(style.token);
  const fill = stacked || style.bars ? stroke : style.filled ? translucent(stroke) : undefined;
  const paths = style.bars
    ? uPlot.paths.bars?.({ size: [0.8, 40] })
    : style.stepped
      ? uPlot.paths.stepped?.({ align: 1 })
      : undefined;
  return {
    label: style.label,
    stroke,
    width: style.bars ? 0 : style.filled ? 2 : 1.25,
    points: { show: false, ...(!style.bars && { size: POINT_PX, fill: stroke, filter: isolatedPoints }) },
    ...(fill !== undefined && { fill }),
    ...(paths && { paths })
  };
}

/** Values between two gaps, which no line reaches, or null; drawn as points. */
function isolatedPoints({ data }: uPlot, series: number): number[] | null {
  const column = data[series] ?? [];
  const isKnown = (i: number): boolean => column[i] !== null && column[i] !== undefined;
  const isolated = Array.from(column.keys()).filter((i) => isKnown(i) && !isKnown(i - 1) && !isKnown(i + 1));
  return isolated.length > 0 ? isolated : null;
}

/** Extends the axis by half a step: bars are centered on their values and would be clipped. */
function roomForBars({ data: [values] }: uPlot, min: number, max: number): [number, number] {
  const half = (max - min) / Math.max(1, values.length - 1) / 2;
  return [min - half, max + half];
}

/** Ticks under bars, counted from the last: a tick between two days would have the label of one of them again. */
function barPlaces({ data: [places] }: uPlot, _axis: number, _min: number, _max: number, leastStep: number): number[] {
  const step = (places.at(-1)! - places[0]!) / Math.max(1, places.length - 1);
  const every = Math.max(1, Math.ceil(leastStep / step));
  return Array.from(places).filter((_, i) => (places.length - 1 - i) % every === 0);
}

/** From zero, with a margin above the maximum. */
const rangeOf = (max: number | null): [number, number] => [0, max !== null && max > 0 ? max * 1.15 : 1];

/** Width of the vertical axis on a phone, where the chart needs the rest. @param labels none before the first layout */
function labelsWidth({ ctx }: uPlot, labels: readonly string[] | null, font: string): number {
  ctx.save();
  ctx.font = font;
  const widths = (labels ?? []).map((label) => ctx.measureText(label).width);
  ctx.restore();
  return Math.ceil(Math.max(0, ...widths)) + AXIS_GAP_PX;
}

/** Steps between time ticks in seconds: none below one; sub-minute steps only where their longer labels fit. */
function timeSteps(_plot: uPlot, _axis: number, min: number, max: number, widthPx: number): number[] {
  const pxOf = (step: number): number => (step / (max - min)) * widthPx;
  return TIME_STEPS.filter((step) => step % 60 === 0 || pxOf(step) >= TIME_LABEL_SPACE_PX);
}

/** Width of a label: month names are longer than clock times. */
function labelSpace(time: ChartData[0], width: number): number {
  const span = (time.at(-1) ?? 0) - (time[0] ?? 0);
  return width < NARROW_PX && span < MONTH_SECONDS ? NARROW_LABEL_SPACE_PX : TIME_LABEL_SPACE_PX;
}

const toMinutes = inTimeZone({ timeStyle: 'short' });
const toSeconds = inTimeZone({ timeStyle: 'medium' });
const toDays = inTimeZone({ day: 'numeric', month: 'short' });
const toMonths = inTimeZone({ month: 'short', year: 'numeric' });

const DAY_SECONDS = 24 * 60 * 60;
const MONTH_SECONDS = 28 * DAY_SECONDS;
/** Divisors of minutes, hours, days, months and years; uPlot counts a month as 30 days and a year as 365. */
const TIME_STEPS = [
  ...[1, 5, 10, 15, 30],
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * 60),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * 60 * 60),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15].map((days) => days * DAY_SECONDS),
  ...[1, 2, 3, 4, 6].map((months) => months * 30 * DAY_SECONDS),
  ...[1, 2, 5, 10, 25, 50, 100].map((years) => years * 365 * DAY_SECONDS)
];

/**
 * Months or days if the ticks are that far apart; otherwise clock times, with seconds only if ticks fall between
 * minutes.
 */
function timeLabels(ticks: readonly number[]): string[] {
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  if (step >= MONTH_SECONDS) return ticks.map((seconds) => toMonths().format(seconds * 1000));
  if (step >= DAY_SECONDS) return ticks.map((seconds) => toDays().format(seconds * 1000));
  const format = ticks.every((seconds) => seconds % 60 === 0) ? toMinutes() : toSeconds();
  return ticks.map((seconds) => format.format(seconds * 1000));
}

/** A computed color ("rgb(1, 2, 3)") at 10% opacity. */
const translucent = (rgb: string): string => rgb.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.1)');
