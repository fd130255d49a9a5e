import { parseQuantity, shortQuantity, type Unit } from '$lib/chain/currency/quantity';

/** How a part of a filter is encoded in the URL. An absent part has its initial value. */
export interface FilterField<T> {
  readonly initial: T;
  /** Undefined for invalid text: URLs are also edited by hand. */
  read(text: string): T | undefined;
  write(value: T): string;
  /** The sort order, which clearing the filter keeps. */
  readonly isOrder?: true;
}

export type FilterFields = Readonly<Record<string, FilterField<unknown>>>;
/** The combined values of the fields. */
export type FilterOf<F> = { readonly [K in keyof F]: F[K] extends FilterField<infer T> ? T : never };

/** Inclusive range, in base units; a missing bound is open. */
export interface Range {
  readonly min?: bigint;
  readonly max?: bigint;
}

/** Sort column and direction. */
export interface SortOrder {
  readonly key: string;
  readonly order: 'asc' | 'desc';
}

/** A search text. */
export const textField = (): FilterField<string> => ({ initial: '', read: (text) => text, write: (value) => value });

/** One of several options. */
export const choiceField = <V extends string>(options: readonly V[], initial: V): FilterField<V> => ({
  initial,
  read: (text) => options.find((option) => option === text),
  write: (value) => value
});

// A dot needs no escaping in URLs; a comma would.
const SEPARATOR = '.';

/** Any of several options, whose names contain no dots; none means no restriction. Encoded in the options' order. */
export const choicesField = <V extends string>(options: readonly V[]): FilterField<readonly V[]> => ({
  initial: [],
  read: (text) => {
    const parts = text.split(SEPARATOR);
    return options.filter((option) => parts.includes(option));
  },
  write: (value) => options.filter((option) => value.includes(option)).join(SEPARATOR)
});

const COUNT: Unit = { symbol: '', numerator: 1n, denominator: 1n };
const BETWEEN = '..';

/** A range of quantities in the given unit: `0.5..2`, `..180`, `100..`. */
export const rangeField = (unit: Unit = COUNT): FilterField<Range> => ({
  initial: {},
  read: (text) => {
    const ends = text.split(BETWEEN);
    if (ends.length !== 2) return undefined;
    try {
      const [min, max] = ends.map((end) => (end === '' ? undefined : parseQuantity(end, unit).value));
      return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    } catch {
      return undefined;
    }
  },
  write: ({ min, max }) => {
    if (min === undefined && max === undefined) return '';
    return [min, max].map((end) => (end === undefined ? '' : shortQuantity(end, unit))).join(BETWEEN);
  }
});

/** The sort column: `price`, or `-price` for descending order. */
export const sortField = (keys: readonly string[], initial: SortOrder): FilterField<SortOrder> => ({
  initial,
  read: (text) => {
    const key = text.replace(/^-/, '');
    return keys.includes(key) ? { key, order: text.startsWith('-') ? 'desc' : 'asc' } : undefined;
  },
  write: ({ key, order }) => `${order === 'desc' ? '-' : ''}${key}`,
  isOrder: true
});

/** Whether a value is in a range; an unknown value only in the unbounded one. */
export function inRange(value: bigint | number | undefined, { min, max }: Range): boolean {
  if (value === undefined) return min === undefined && max === undefined;
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

/** Decodes the filter in a query string; invalid parts are ignored. */
export function readFilter<F extends FilterFields>(fields: F, search: string): FilterOf<F> {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const text = params.get(key);
      return [key, text === null ? field.initial : (field.read(text) ?? field.initial)];
    })
  ) as FilterOf<F>;
}

/** Encodes the filter into the query string; other parameters are kept, initial values are omitted. */
export function writeFilter<F extends FilterFields>(fields: F, filter: FilterOf<F>, search: string): string {
  const params = new URLSearchParams(search);
  for (const [key, field] of Object.entries(fields)) {
    const text = field.write(filter[key]);
    if (text === field.write(field.initial)) params.delete(key);
    else params.set(key, text);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Whether the query string contains any part of the filter. */
export const hasFilter = (fields: FilterFields, search: string): boolean => {
  const params = new URLSearchParams(search);
  return Object.keys(fields).some((key) => params.has(key));
};

/** Whether the filter excludes rows: whether any part except the order differs from its initial value. */
export const isFiltering = <F extends FilterFields>(fields: F, filter: FilterOf<F>): boolean =>
  Object.entries(fields).some(
    ([key, field]) => !field.isOrder && field.write(filter[key]) !== field.write(field.initial)
  );

/** The filter without restrictions, with the same order. */
export const clearedFilter = <F extends FilterFields>(fields: F, filter: FilterOf<F>): FilterOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { initial, isOrder }]) => [key, isOrder ? filter[key] : initial])
  ) as FilterOf<F>;
