import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formats } from '$lib/messages/formats';
import { inTimeZone } from '$lib/messages/numbers';
import { stackColumns, type ChartData } from './chartData';

export type { ChartData };
export type Plot = uPlot;

/** Style of a series; the colour is a token name, resolved at every theme change. */
export interface SeriesStyle {
  readonly label: string;
  readonly token: string;
  /** Fill under the line: for the one series that a page is about. */
  readonly filled?: boolean;
  /** A value holds until the next one, as a balance does. */
  readonly stepped?: boolean;
  /** A bar a value, for sums of a time rather than readings at a moment. */
  readonly bars?: boolean;
  /** Counts: ticks at integers only. */
  readonly whole?: boolean;
}

interface PlotOptions {
  readonly series: readonly SeriesStyle[];
  readonly formatTick: (value: number) => string;
  /** Labels of an axis that does not count seconds. */
  readonly formatPlace?: (place: number) => string;
  /** Stacks the series. */
  readonly stacked: boolean;
  /** Start of the y axis: zero, or slightly below the minimum. */
  readonly fromZero: boolean;
  /** The pointer is at this row of the data, or at none. */
  readonly onpoint: (index: number | undefined) => void;
  readonly width: number;
  readonly height: number;
  readonly color: (token: string) => string;
  readonly font: string;
}

const AXIS_WIDTH_PX = 76;
const AXIS_HEIGHT_PX = 28;
const NARROW_PX = 400;
const TIME_LABEL_SPACE_PX = 80;
const NARROW_LABEL_SPACE_PX = 44;
/** From tick to tick of counts: 1, 2, 5, 10, … up to what numbers hold exactly. */
const WHOLE_STEPS = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Draws the chart into the element. uPlot cannot change colours in place, so a theme change creates a new plot. */
export function createPlot(element: HTMLElement, data: ChartData, options: PlotOptions): uPlot {
  const { series, formatTick, formatPlace, stacked, fromZero, onpoint, width, height, color, font } = options;
  const grid = { stroke: color('--line'), width: 1 };
  const { timeZone } = formats();
  const axis = { stroke: color('--text-faint'), font, grid, ticks: { show: false } };
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
        x: { time: formatPlace === undefined, ...(series.some(({ bars }) => bars) && { range: roomForBars }) },
        y: { range: (_plot, min, max) => rangeOf(min, max, fromZero) }
      },
      axes: [
        {
          ...axis,
          size: AXIS_HEIGHT_PX,
          space: formatPlace ? TIME_LABEL_SPACE_PX : labelSpace(data[0], width),
          ...(!formatPlace && { incrs: timeSteps }),
          values: (_plot, ticks) => (formatPlace ? ticks.map(formatPlace) : timeLabels(ticks))
        },
        {
          ...axis,
          size: AXIS_WIDTH_PX,
          ...(series.every(({ whole }) => whole) && { incrs: WHOLE_STEPS }),
          values: (_plot, ticks) => ticks.map(formatTick)
        }
      ],
      // A stack is drawn from its top down, each series over the foot of the one above it.
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
    points: { show: false },
    ...(fill !== undefined && { fill }),
    ...(paths && { paths })
  };
}

/** Extends the axis by half a step: bars are centred on their values and would be cut off. */
function roomForBars({ data: [values] }: uPlot, min: number, max: number): [number, number] {
  const half = (max - min) / Math.max(1, values.length - 1) / 2;
  return [min - half, max + half];
}

/** Room above the highest value; and below the least one, where zero is far. */
function rangeOf(min: number | null, max: number | null, fromZero: boolean): [number, number] {
  const high = max ?? 0;
  const low = min ?? 0;
  if (fromZero || low === high) return [0, high > 0 ? high * 1.15 : 1];
  const room = (high - low) * 0.1;
  return [Math.max(0, low - room), high + room];
}

/** Steps between time ticks in seconds: none below one, and those that need seconds only where such labels have room. */
function timeSteps(_plot: uPlot, _axis: number, min: number, max: number, widthPx: number): number[] {
  const pxOf = (step: number): number => (step / (max - min)) * widthPx;
  return TIME_STEPS.filter((step) => step % 60 === 0 || pxOf(step) >= TIME_LABEL_SPACE_PX);
}

/** Width of a label: names of months are longer than times of day. */
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
/** Divisors of minutes, hours, days, months and years, of which uPlot takes a month as 30 days and a year as 365. */
const TIME_STEPS = [
  ...[1, 5, 10, 15, 30],
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * 60),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * 60 * 60),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15].map((days) => days * DAY_SECONDS),
  ...[1, 2, 3, 4, 6].map((months) => months * 30 * DAY_SECONDS),
  ...[1, 2, 5, 10, 25, 50, 100].map((years) => years * 365 * DAY_SECONDS)
];

/**
 * Months or days where the ticks are that far apart; else clock times, with seconds only where the ticks fall between
 * minutes.
 */
function timeLabels(ticks: readonly number[]): string[] {
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  if (step >= MONTH_SECONDS) return ticks.map((seconds) => toMonths().format(seconds * 1000));
  if (step >= DAY_SECONDS) return ticks.map((seconds) => toDays().format(seconds * 1000));
  const format = ticks.every((seconds) => seconds % 60 === 0) ? toMinutes() : toSeconds();
  return ticks.map((seconds) => format.format(seconds * 1000));
}

/** A computed colour ("rgb(1, 2, 3)") at a tenth of its weight. */
const translucent = (rgb: string): string => rgb.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.1)');
