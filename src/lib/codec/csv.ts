/** A row of a CSV text. */
interface CsvRow {
  readonly fields: string[];
  /** Number of its first line, from 1; empty lines count. */
  readonly line: number;
}

/**
 * Rows of a CSV text (RFC 4180): fields separated by commas, semicolons or tabs, quotes removed, empty lines skipped.
 */
export function parseCsvRows(text: string): CsvRow[] {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let line = 1;
  let lineBreaks = 0;
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    if (row.length > 1 || row[0] !== '') rows.push({ fields: row, line });
    row = [];
    line += lineBreaks;
    lineBreaks = 0;
  };
  for (let i = 0; i < source.length; i++) {
    const character = source[i]!;
    if (character === '\n') lineBreaks++;
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (source[i + 1] === '"') {
        field += '"';
        i++;
      } else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === separator) endField();
    else if (character === '\n') endRow();
    else field += character;
  }
  endRow();
  return rows;
}

/** The fields of {@link parseCsvRows}. */
export const parseCsv = (text: string): string[][] => parseCsvRows(text).map(({ fields }) => fields);

/** The first separator outside quotes: amounts between tabs or semicolons may contain commas. */
function separatorOf(text: string): string {
  const firstLine = text
    .replace(/^\n+/, '')
    .split('\n', 1)[0]!
    .replace(/"[^"]*"/g, '');
  return /[\t;,]/.exec(firstLine)?.[0] ?? ',';
}

/** The rows as CSV text, with CRLF after each. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

// Spreadsheets execute fields that begin like a formula, and labels and host names are untrusted. A leading minus is
// safe only in a plain number. East Asian editions also accept the full-width signs.
const FORMULA = /^[=+@\t\r\n＝＋－＠]|^-(?!\d+(?:\.\d+)?$)/;

function quoted(field: string): string {
  const safe = FORMULA.test(field) ? `'${field}` : field;
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A field as it was before {@link formatCsv} escaped it: without the apostrophe before a formula. */
export const unescaped = (field: string): string => field.replace(/^'(?=[=+@\t\r\n＝＋－＠-])/, '');
