import type { Snippet } from 'svelte';

/** Sort value; undefined sorts last in both directions. */
export type SortKey = string | number | bigint | boolean | undefined;

export interface SortOrder {
  readonly key: string;
  readonly order: 'asc' | 'desc';
}

/** A column of a table; needs a `cell`, or a `text` if plain text suffices. */
export interface Column<Row> {
  /** Stable: used in URLs and stored settings. */
  readonly key: string;
  readonly label: string;
  /** Explains the figure if the label is not enough. */
  readonly hint?: string;
  readonly align?: 'start' | 'end';
  /** Cell content. In the first column of linked rows, it must not be interactive. */
  readonly cell?: Snippet<[Row]>;
  readonly text?: (row: Row) => string;
  /** Makes the column sortable. */
  readonly sortKey?: (row: Row) => SortKey;
  /** Sort order of the first press; for figures usually descending. */
  readonly firstOrder?: 'asc' | 'desc';
  /** Content of the totals row, computed from the shown rows. */
  readonly total?: (rows: readonly Row[]) => string;
  /** Minimum width in rem; 7 by default. */
  readonly width?: number;
  /** Share of the remaining width; if no column has one, the first takes all. */
  readonly grow?: number;
  /**
   * Position on a phone: a control before the row, its figure at the right, a note on its second line, or none. Columns
   * without a position appear in the expanded row.
   */
  readonly phone?: 'lead' | 'figure' | 'note' | 'none';
}

const WIDTH_REM = 7;

/** The sorted rows; stable, undefined keys last. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: SortOrder | undefined
): readonly Row[] {
  const keyOf = columns.find(({ key }) => key === sort?.key)?.sortKey;
  if (!keyOf) return rows;
  const way = sort?.order === 'desc' ? -1 : 1;
  // Keys are computed once per row, not twice per comparison: some are expensive.
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key, way));
  return keyed.map(({ row }) => row);
}

function compareKeys(a: SortKey, b: SortKey, way: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a < b ? -way : a > b ? way : 0;
}

/** The sort order after a press on a column's head: the column's first order, then the opposite. */
export function nextSort<Row>({ key, firstOrder = 'asc' }: Column<Row>, sort: SortOrder | undefined): SortOrder {
  if (sort?.key !== key) return { key, order: firstOrder };
  return { key, order: sort.order === 'asc' ? 'desc' : 'asc' };
}

/** `grid-template-columns` of the head and rows, and their minimum width in rem, excluding gaps. */
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

/** Distribution of the columns in a phone's two-line row. */
export interface DenseColumns<Row> {
  readonly title: Column<Row>;
  readonly lead: Column<Row> | undefined;
  readonly figure: Column<Row> | undefined;
  readonly notes: readonly Column<Row>[];
  /** Columns of the expanded row, in column order. */
  readonly rest: readonly Column<Row>[];
}

/**
 * The columns of a row on a phone. The sort column becomes the figure: an order by invisible values explains nothing.
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
  // The row shows the title's text; its cell, which may contain links, is in the expanded row.
  const opened = title.cell && title.text ? [title] : [];
  return { title, lead, figure, notes, rest: [...opened, ...free.filter((column) => column !== figure)] };
}
