import type { Snippet } from 'svelte';

/** Sort value; undefined sorts last in both directions. */
export type SortKey = string | number | bigint | boolean | undefined;

export interface SortOrder {
  readonly key: string;
  readonly order: 'asc' | 'desc';
}

/** A column of a table; give it a `cell`, or a `text` where plain text will do. */
export interface Column<Row> {
  /** Stable: used in URLs and stored settings. */
  readonly key: string;
  readonly label: string;
  /** Explains the figure, where the label alone cannot. */
  readonly hint?: string;
  readonly align?: 'start' | 'end';
  /** Contents of the cell. In the first column of rows that are links, nothing that can be pressed itself. */
  readonly cell?: Snippet<[Row]>;
  readonly text?: (row: Row) => string;
  /** Rows can be ordered by it. */
  readonly sortKey?: (row: Row) => SortKey;
  /** The way of the first press; figures are mostly wanted from the largest down. */
  readonly firstOrder?: 'asc' | 'desc';
  /** Content of the totals row, for the shown rows. */
  readonly total?: (rows: readonly Row[]) => string;
  /** Least width in rem; 7 when left out. */
  readonly width?: number;
  /** Share of the remaining width; without any, the first column takes all. */
  readonly grow?: number;
  /**
   * On a phone: a control before the row, its figure at the right, a note on its second line, or nowhere. Columns that
   * say nothing are in what a row opens.
   */
  readonly phone?: 'lead' | 'figure' | 'note' | 'none';
}

const WIDTH_REM = 7;

/** The rows in order; equal ones stay as they came, unknown ones come last. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: SortOrder | undefined
): readonly Row[] {
  const keyOf = columns.find(({ key }) => key === sort?.key)?.sortKey;
  if (!keyOf) return rows;
  const way = sort?.order === 'desc' ? -1 : 1;
  // Keys once a row rather than twice a comparison: some are computed.
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key, way));
  return keyed.map(({ row }) => row);
}

function compareKeys(a: SortKey, b: SortKey, way: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a < b ? -way : a > b ? way : 0;
}

/** The order after a press on a column's head: its own first way, then the other. */
export function nextSort<Row>({ key, firstOrder = 'asc' }: Column<Row>, sort: SortOrder | undefined): SortOrder {
  if (sort?.key !== key) return { key, order: firstOrder };
  return { key, order: sort.order === 'asc' ? 'desc' : 'asc' };
}

/** `grid-template-columns` of head and rows, and the least width in rem that they need, gaps apart. */
export function tracksOf<Row>(columns: readonly Column<Row>[]): { template: string; leastRem: number } {
  const nobodyGrows = columns.every(({ grow = 0 }) => grow === 0);
  const tracks = columns.map(({ width = WIDTH_REM, grow = 0 }, i) => {
    const share = nobodyGrows && i === 0 ? 1 : grow;
    return share > 0 ? `minmax(${width}rem, ${share}fr)` : `${width}rem`;
  });
  return {
    template: tracks.join(' '),
    leastRem: columns.reduce((sum, { width = WIDTH_REM }) => sum + width, 0)
  };
}

/** How a row of two lines on a phone shares out its columns. */
export interface DenseColumns<Row> {
  readonly title: Column<Row>;
  readonly lead: Column<Row> | undefined;
  readonly figure: Column<Row> | undefined;
  readonly notes: readonly Column<Row>[];
  /** What the row opens, in the columns' order. */
  readonly rest: readonly Column<Row>[];
}

/**
 * The columns of a row on a phone. A column that the rows are ordered by is the figure: an order by values that are out
 * of sight explains nothing.
 */
export function denseColumns<Row>(columns: readonly Column<Row>[], sort: SortOrder | undefined): DenseColumns<Row> {
  const [title, ...others] = columns.filter(({ phone }) => phone !== 'none');
  if (!title) throw new RangeError('A table needs a column');
  const notes = others.filter(({ phone }) => phone === 'note');
  const lead = others.find(({ phone }) => phone === 'lead');
  const free = others.filter((column) => column !== lead && !notes.includes(column));
  const figure =
    free.find(({ key }) => key === sort?.key) ??
    free.find(({ phone }) => phone === 'figure') ??
    free.find(({ align }) => align === 'end');
  // The text of a title stands in the row; its cell, which may hold links, is among what the row opens.
  const opened = title.cell && title.text ? [title] : [];
  return { title, lead, figure, notes, rest: [...opened, ...free.filter((column) => column !== figure)] };
}
