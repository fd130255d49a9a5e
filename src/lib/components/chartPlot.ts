import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** Columns of numbers: seconds since 1970 or another count that only grows, then one column a series; null is a gap. */
export type ChartData = readonly [time: readonly number[], ...series: readonly (readonly (number | null)[])[]];

export type Plot = uPlot;

/** How one line looks; the colour is a token name, resolved against the page at every theme change. */
export interface SeriesStyle {
  readonly label: string;
  readonly token: string;
  /** Fill under the line: for the one series that a page is about. */
  readonly filled?: boolean;
  /** A value holds until the next one, as a balance does. */
  readonly stepped?: boolean;
}

interface PlotOptions {
  readonly series: readonly SeriesStyle[];
  readonly formatTick: (value: number) => string;
  /** Labels of an axis that does not count seconds. */
  readonly formatPlace?: (place: number) => string;
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

/** Draws the chart into the element. uPlot cannot change colours in place, so a theme change makes a new plot. */
export function createPlot(element: HTMLElement, data: ChartData, options: PlotOptions): uPlot {
  const { series, formatTick, formatPlace, width, height, color, font } = options;
  const grid = { stroke: color('--line'), width: 1 };
  const axis = { stroke: color('--text-faint'), font, grid, ticks: { show: false } };
  return new uPlot(
    {
      width,
      height,
      padding: [8, 28, 0, 0],
      legend: { show: false },
      cursor: { drag: { setScale: false }, points: { size: 6 }, y: false },
      scales: {
        x: { time: formatPlace === undefined },
        y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.15 : 1] }
      },
      axes: [
        {
          ...axis,
          size: AXIS_HEIGHT_PX,
          space: formatPlace ? TIME_LABEL_SPACE_PX : labelSpace(data[0], width),
          values: (_plot, ticks) => (formatPlace ? ticks.map(formatPlace) : timeLabels(ticks))
        },
        { ...axis, size: AXIS_WIDTH_PX, values: (_plot, ticks) => ticks.map(formatTick) }
      ],
      series: [
        {},
        ...series.map((style) => ({
          label: style.label,
          stroke: color(style.token),
          width: style.filled ? 2 : 1.25,
          points: { show: false },
          ...(style.stepped && { paths: uPlot.paths.stepped?.({ align: 1 }) }),
          ...(style.filled && { fill: translucent(color(style.token)) })
        }))
      ]
    },
    data as unknown as uPlot.AlignedData,
    element
  );
}

/** Room for one label: names of months need more of it than times of day. */
function labelSpace(time: ChartData[0], width: number): number {
  const span = (time.at(-1) ?? 0) - (time[0] ?? 0);
  return width < NARROW_PX && span < MONTH_SECONDS ? NARROW_LABEL_SPACE_PX : TIME_LABEL_SPACE_PX;
}

const TO_MINUTES = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const TO_SECONDS = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

const TO_DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const TO_MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' });
const DAY_SECONDS = 24 * 60 * 60;
const MONTH_SECONDS = 28 * DAY_SECONDS;

/** Months or days where the ticks are that far apart; else clock times, with seconds only where the ticks fall between minutes. */
function timeLabels(ticks: readonly number[]): string[] {
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  if (step >= MONTH_SECONDS) return ticks.map((seconds) => TO_MONTHS.format(seconds * 1000));
  if (step >= DAY_SECONDS) return ticks.map((seconds) => TO_DAYS.format(seconds * 1000));
  const format = ticks.every((seconds) => seconds % 60 === 0) ? TO_MINUTES : TO_SECONDS;
  return ticks.map((seconds) => format.format(seconds * 1000));
}

/** A computed colour ("rgb(1, 2, 3)") at a tenth of its weight. */
const translucent = (rgb: string): string => rgb.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.1)');
