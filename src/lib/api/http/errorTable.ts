import { withoutService } from '../dialect';

/**
 * One error of a service. `wire` is the text that our own node answers, with `{name}` where a value stands in it and
 * `{name:integer}` where that is a whole number; the client reads the same text back. What other servers of the same API
 * say instead goes into `reads`.
 */
export interface ErrorRow {
  readonly wire: string;
  /** What our own node answers it with; 400 when left out. A client reads the text whatever the status is. */
  readonly status?: number;
  /** Texts without the service's prefix (see `withoutService`); a named group for each value of `wire`. */
  readonly reads?: readonly RegExp[];
  /** Patterns of routes, where the text alone does not tell which error it is. */
  readonly at?: RegExp;
  /** The field of the service's form that holds the fault. */
  readonly field?: string;
}

/** Errors by code; of two rows that fit a text the first one counts, so the special come before the general. */
export type ErrorTable = Readonly<Record<string, ErrorRow>>;

/** The values in a text, by name: `'at most {most:integer}'` has `{ most: bigint | number }`. */
export type ErrorData<Wire extends string> = Wire extends `${string}{${infer Value}}${infer Rest}`
  ? NamedValue<Value> & ErrorData<Rest>
  : unknown;
type NamedValue<Value extends string> = Value extends `${infer Name}:integer`
  ? { readonly [Key in Name]: number | bigint }
  : { readonly [Key in Value]: string };

/** The data of each code of a table. */
export type DataByCode<T extends ErrorTable> = { readonly [Code in keyof T & string]: ErrorData<T[Code]['wire']> };

/** What a server's refusal turned out to be. */
export interface KnownError {
  readonly code: string;
  readonly data: Readonly<Record<string, string | bigint>>;
  readonly field?: string;
}

/** Finds out which error a server's words are; undefined for those that nobody foresaw. */
export type ErrorReader = (words: string, path: string) => KnownError | undefined;

const VALUE = /\{(\w+)(:integer)?\}/g;

/** The text of a row with its values. */
export const writeErrorText = (wire: string, data: Readonly<Record<string, unknown>>): string =>
  wire.replace(VALUE, (_, name: string) => String(data[name]));

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Fits what {@link writeErrorText} makes of the wire text, after the client took the service's prefix out of it. */
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

/** Values whose row calls them integers become bigint. */
function valuesOf(wire: string, groups: Readonly<Record<string, string>> = {}): KnownError['data'] {
  const values = [...wire.matchAll(VALUE)].map(([, name, integer]) => {
    const text = groups[name!] ?? '';
    return [name!, integer ? BigInt(text) : text] as const;
  });
  return Object.fromEntries(values);
}

/** A reader of the table's errors. */
export function createErrorReader(table: ErrorTable): ErrorReader {
  const rows = Object.entries(table).map(([code, row]) => ({
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
