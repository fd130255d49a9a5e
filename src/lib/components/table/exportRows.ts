import { formatCsv } from '$lib/codec/csv';
import { downloadText } from '../form/download';

export type ExportKind = 'csv' | 'json';

/** A field of an exported file: integers and amounts are exact, dates are ISO 8601 in UTC. */
export type ExportValue = string | number | bigint | boolean | Date | undefined;

/** A column of an exported file. */
export interface ExportColumn<Row> {
  /** Includes the unit, if any: `price (SC/TB/month)`. */
  readonly name: string;
  readonly value: (row: Row) => ExportValue;
}

function textOf(value: ExportValue): string {
  if (value === undefined) return '';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** CSV with a header row (RFC 4180); unknown values are empty; formulas are escaped against spreadsheet injection. */
export const rowsCsv = <Row>(rows: readonly Row[], columns: readonly ExportColumn<Row>[]): string =>
  formatCsv([columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ value }) => textOf(value(row))))]);

/** An array of objects; bigints are strings, so that JSON readers do not round them; unknown values are omitted. */
export const rowsJson = <Row>(rows: readonly Row[], columns: readonly ExportColumn<Row>[]): string =>
  `${JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        columns.map(({ name, value }) => {
          const field = value(row);
          return [name, typeof field === 'bigint' ? field.toString() : field];
        })
      )
    ),
    undefined,
    2
  )}\n`;

/** Downloads the rows as a file. @param name without extension */
export function downloadRows<Row>(
  kind: ExportKind,
  rows: readonly Row[],
  columns: readonly ExportColumn<Row>[],
  name: string
): void {
  if (kind === 'csv') downloadText(rowsCsv(rows, columns), `${name}.csv`, 'text/csv');
  else downloadText(rowsJson(rows, columns), `${name}.json`, 'application/json');
}
