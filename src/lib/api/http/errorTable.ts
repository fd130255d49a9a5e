import { withoutService } from '../dialect';

/**
 * An error of a service. `wire` is our own node's text, with `{name}` for a value and `{name:integer}` for an integer;
 * the client parses the same text. Texts of other servers with the same API go into `reads`.
 */
export interface ErrorRow {
  readonly wire: string;
  /** Our own node's HTTP status, by default 400. Clients match the text regardless of status. */
  readonly status?: number;
  /** Patterns for other servers' texts, matched after `withoutService`, with a named group for each value in `wire`. */
  readonly reads?: readonly RegExp[];
  /** Pattern of the routes, if the text alone is ambiguous. */
  readonly at?: RegExp;
  /** The form field that caused the error. */
  readonly field?: string;
}

/** Errors by code. The first matching row wins, so specific ones come before general ones. */
export type ErrorTable = Readonly<Record<string, ErrorRow>>;

/** The type of a text's values: `'at most {most:integer}'` has `{ most: bigint | number }`. */
export type ErrorData<Wire extends string> = Wire extends `${string}{${infer Value}}${infer Rest}`
  ? NamedValue<Value> & ErrorData<Rest>
  : unknown;
type NamedValue<Value extends string> = Value extends `${infer Name}:integer`
  ? { readonly [Key in Name]: number | bigint }
  : { readonly [Key in Value]: string };

/** The data type of each code in a table. */
export type DataByCode<T extends ErrorTable> = { readonly [Code in keyof T & string]: ErrorData<T[Code]['wire']> };

/**
 * Quarry's own node could not write to its data folder. Any of its services may report this, for any route. The node's
 * errors (`NotStoredError`) have these texts.
 */
export const storageErrors = {
  'node/disk-full': {
    wire: 'The disk that holds the data folder is full. Free some space; nothing was changed.',
    status: 500
  },
  'node/unwritable': {
    wire: 'The data folder cannot be written to. Check its disk, which may be failing or read-only, and its permissions; nothing was changed.',
    status: 500
  },
  'node/folder-gone': {
    wire: '{path} was deleted, moved or replaced while Quarry runs, so nothing can be stored. Put the data folder back and restart Quarry; nothing was changed.',
    status: 500
  }
} as const satisfies ErrorTable;
export type StorageErrorData = DataByCode<typeof storageErrors>;

/** A recognized error. */
export interface KnownError {
  readonly code: string;
  readonly data: Readonly<Record<string, string | bigint>>;
  readonly field?: string;
}

/** Maps an error text to a known error; undefined if there is none. */
export type ErrorReader = (words: string, path: string) => KnownError | undefined;

const VALUE = /\{(\w+)(:integer)?\}/g;

/** The text of a row with its values filled in. */
export const writeErrorText = (wire: string, data: Readonly<Record<string, unknown>>): string =>
  wire.replace(VALUE, (_, name: string) => String(data[name]));

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Pattern for the output of {@link writeErrorText} after the client has removed the service's prefix. */
function patternOf(wire: string): RegExp {
  let pattern = '';
  let end = 0;
  for (const value of wire.matchAll(VALUE)) {
    const [whole, name, integer] = value;
    pattern += `${escaped(withoutService(wire.slice(end, value.index)))}(?<${name}>${integer ? '-?\\d+' : '.*?'})`;
    end = value.index + whole.length;
  }
  return new RegExp(`^${pattern}${escaped(withoutService(wire.slice(end)))}$`);
}

/** Integer values become bigint. */
function valuesOf(wire: string, groups: Readonly<Record<string, string>> = {}): KnownError['data'] {
  const values = [...wire.matchAll(VALUE)].map(([, name, integer]) => {
    const text = groups[name!] ?? '';
    return [name!, integer ? BigInt(text) : text] as const;
  });
  return Object.fromEntries(values);
}

/** Creates the reader of a service's table, which also recognizes {@link storageErrors}. */
export function createErrorReader(table: ErrorTable): ErrorReader {
  const known: ErrorTable = { ...table, ...storageErrors };
  const rows = Object.entries(known).map(([code, row]) => ({
    ...row,
    code,
    patterns: [patternOf(row.wire), ...(row.reads ?? [])]
  }));
  return (words, path) => {
    for (const { code, wire, field, at, patterns } of rows) {
      if (at?.test(path) === false) continue;
      for (const pattern of patterns) {
        const found = pattern.exec(words);
        if (found) return { code, data: valuesOf(wire, found.groups), field };
      }
    }
    return undefined;
  };
}
