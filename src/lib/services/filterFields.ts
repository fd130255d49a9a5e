import { parseQuantity, shortQuantity, type Unit } from '$lib/chain/currency/quantity';

/** How one part of a filter stands in the address bar. A part that is not there has its initial value. */
export interface FilterField<T> {
  readonly initial: T;
  /** Undefined when the text is not one of `write`: links are typed and shortened by hand, too. */
  read(text: string): T | undefined;
  write(value: T): string;
  /** Says in which order rows stand, not which: clearing the filters leaves it. */
  readonly isOrder?: true;
}

export type FilterFields = Readonly<Record<string, FilterField<unknown>>>;
/** What the fields say together. */
export type FilterOf<F> = { readonly [K in keyof F]: F[K] extends FilterField<infer T> ? T : never };

/** Both ends are included; an end that is left out is open. In base units, as everywhere. */
export interface Range {
  readonly min?: bigint;
  readonly max?: bigint;
}

/** By which column rows are ordered, and which way. */
export interface SortOrder {
  readonly key: string;
  readonly order: 'asc' | 'desc';
}

/** A search text. */
export const textField = (): FilterField<string> => ({ initial: '', read: (text) => text, write: (value) => value });

/** One of several. */
export const choiceField = <V extends string>(options: readonly V[], initial: V): FilterField<V> => ({
  initial,
  read: (text) => options.find((option) => option === text),
  write: (value) => value
});

// Addresses hold a point as it is; a comma would be escaped.
const SEPARATOR = '.';

/** Any of several, none meaning no restriction; options without points. They stand in the order of the options. */
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

/** From one quantity to another, written in the unit: `0.5..2`, `..180`, `100..`. */
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

/** The column rows are ordered by: `price`, or `-price` from the largest down. */
export const sortField = (keys: readonly string[], initial: SortOrder): FilterField<SortOrder> => ({
  initial,
  read: (text) => {
    const key = text.replace(/^-/, '');
    return keys.includes(key) ? { key, order: text.startsWith('-') ? 'desc' : 'asc' } : undefined;
  },
  write: ({ key, order }) => `${order === 'desc' ? '-' : ''}${key}`,
  isOrder: true
});

/** Whether a value is in a range; one that is not known is only in the range open at both ends. */
export function inRange(value: bigint | number | undefined, { min, max }: Range): boolean {
  if (value === undefined) return min === undefined && max === undefined;
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

/** The filter that stands in a search text; what cannot be read filters nothing. */
export function readFilter<F extends FilterFields>(fields: F, search: string): FilterOf<F> {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const text = params.get(key);
      return [key, text === null ? field.initial : (field.read(text) ?? field.initial)];
    })
  ) as FilterOf<F>;
}

/** The search text with the filter in it; parameters of others stay, those that say nothing are left out. */
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

/** Whether the search text holds any part of the filter. */
export const hasFilter = (fields: FilterFields, search: string): boolean => {
  const params = new URLSearchParams(search);
  return Object.keys(fields).some((key) => params.has(key));
};

/** Whether the filter leaves rows out: its parts besides the order differ from the initial ones. */
export const isFiltering = <F extends FilterFields>(fields: F, filter: FilterOf<F>): boolean =>
  Object.entries(fields).some(
    ([key, field]) => !field.isOrder && field.write(filter[key]) !== field.write(field.initial)
  );

/** The filter without restrictions, in the same order. */
export const clearedFilter = <F extends FilterFields>(fields: F, filter: FilterOf<F>): FilterOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { initial, isOrder }]) => [key, isOrder ? filter[key] : initial])
  ) as FilterOf<F>;
