import { separatorsOf } from '$lib/chain/currency/numberNotation';
import { formats } from './formats';
import { intlTag } from './locale';

/** One formatter a language: they are dear to make, and the language of a page does not change. */
export function inLanguage<T>(create: (tag: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const tag = intlTag();
    const formatter = made.get(tag) ?? create(tag);
    made.set(tag, formatter);
    return formatter;
  };
}

/** One date format for each time zone that the reader has chosen. */
export function inTimeZone(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  const made = new Map<string, () => Intl.DateTimeFormat>();
  return () => {
    const { timeZone } = formats();
    const create = (tag: string) => new Intl.DateTimeFormat(tag, { ...options, ...(timeZone && { timeZone }) });
    const formatter = made.get(timeZone) ?? inLanguage(create);
    made.set(timeZone, formatter);
    return formatter();
  };
}

/** What stands for a value that is not known yet. */
export const UNKNOWN = '–';

const integer = inLanguage((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }));
const fixed = [1, 2].map((decimals) =>
  inLanguage((tag) => new Intl.NumberFormat(tag, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }))
);

const separators = inLanguage(separatorsOf);

/** A whole number with grouped digits: "1,234,567". */
export function formatCount(count: number | bigint): string {
  return typeof count === 'bigint' || Number.isFinite(count) ? integer().format(count) : UNKNOWN;
}

/** A number with so many decimals, no more and no fewer: "12.40". */
export const formatFixed = (value: number, decimals: 0 | 1 | 2): string =>
  (fixed[decimals - 1] ?? integer)().format(value);

/** A number with at most so many significant digits: "0.0123", "12,300". */
export const formatRounded = (value: number, digits = 3): string =>
  Number.isFinite(value)
    ? new Intl.NumberFormat(intlTag(), { maximumSignificantDigits: digits }).format(value)
    : UNKNOWN;

/** A number and its unit, which no line break parts: "12.4 MH/s". */
export const measured = (number: string, unit: string): string => `${number}\u00a0${unit}`;

/** The longest number that fits a line of a phone: amounts in hastings have up to 40 characters. */
const LINE = 24;

/**
 * Parts of a formatted number that is too long for a line. Shown with `<wbr>` between them, it may continue on the next
 * line after any group of digits, and is copied without gaps.
 */
export const lineParts = (text: string): string[] =>
  text.length > LINE ? text.split(/(?<=\p{Nd}\P{Nd})(?=\p{Nd})/u) : [text];

const percentSign = inLanguage((tag) => new Intl.NumberFormat(tag, { style: 'percent' }).format(0).slice(1));

/** A percentage as the page's language writes it, from its number: "12.3%" is "12,3 %" in German. */
export const formatPercent = (number: string): string => `${number}${percentSign()}`;

/** Decimal text with a point, grouped by commas if at all, as the page's language writes it: "1,234.5" is "1.234,5". */
export function localDigits(plain: string): string {
  const { decimal, group } = separators();
  return plain.replace(/[.,]/g, (mark) => (mark === '.' ? decimal : group));
}
