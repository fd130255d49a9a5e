import { formats } from './formats';
import { intlTag } from './locale';
import {
  formatCount,
  formatFixed,
  formatPercent,
  formatRounded,
  inLanguage,
  inTimeZone,
  localDigits,
  measured,
  UNKNOWN
} from './numbers';
import { m } from './ui';

export { formatCount, formatRounded, UNKNOWN };

const dateTime = inTimeZone({ dateStyle: 'medium', timeStyle: 'medium' });
const day = inTimeZone({ day: 'numeric', month: 'short', year: 'numeric' });
const time = inTimeZone({ timeStyle: 'medium' });
const list = inLanguage((tag) => new Intl.ListFormat(tag, { type: 'unit', style: 'short' }));

const SI_PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

/** The last moment of the calendar, milliseconds since 1970; servers and policies name later ones. */
const LAST_MOMENT_MS = 8.64e15;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

/** Three significant digits, never more than the number has: 9.99, 12.4, 124. */
function threeDigits(value: number): string {
  return formatFixed(value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}

/** A number and its SI prefix apart, so that a page can set the unit smaller: 12_400_000 gives ["12.4", "M"]. */
export function scale(value: number): readonly [number: string, prefix: string] {
  if (!Number.isFinite(value)) return [UNKNOWN, ''];
  let scaled = Math.abs(value);
  let step = 0;
  // 999.5 would round to 1000, which is 1.00 of the next prefix.
  while (scaled >= 999.5 && step < SI_PREFIXES.length - 1) {
    scaled /= 1000;
    step++;
  }
  const text = step === 0 && Number.isInteger(scaled) ? formatCount(scaled) : threeDigits(scaled);
  return [value < 0 ? `−${text}` : text, SI_PREFIXES[step] ?? ''];
}

/** Hashes per second with an SI prefix, three digits: "12.4 MH/s". */
export function formatHashRate(hashesPerSecond: number): string {
  const [number, prefix] = scale(hashesPerSecond);
  return measured(number, `${prefix}H/s`);
}

/** A large whole number in three digits and an SI prefix: "4.29 G"; below 10,000 it stays exact. */
export function formatLarge(count: bigint | number): string {
  if (count < 10_000) return formatCount(count);
  const [number, prefix] = scale(Number(count));
  // Past exa the prefixes end; powers of ten say it shorter than digits would.
  if (number.length > 4) return localDigits(Number(count).toExponential(2)).replace('e+', ' × 10^');
  return prefix === '' ? number : measured(number, prefix);
}

/**
 * Seconds as the two largest units that matter: "0.4 s", "12 s", "3 min 20 s", "2 h 5 min", "4 d 3 h", "2.5 years".
 * Below a second one decimal is kept: hash times are often that short.
 */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return seconds === Infinity ? m.duration.never : UNKNOWN;
  if (seconds < 0) return `−${formatDuration(-seconds)}`;
  if (seconds < 0.95) return measured(seconds === 0 ? '0' : formatFixed(Math.max(0.1, seconds), 1), 's');
  const whole = Math.round(seconds);
  if (whole < MINUTE) return measured(`${whole}`, 's');
  if (whole < HOUR) return pair(Math.floor(whole / MINUTE), 'min', whole % MINUTE, 's');
  if (whole < DAY) return pair(Math.floor(whole / HOUR), 'h', Math.floor((whole % HOUR) / MINUTE), 'min');
  if (whole < YEAR) return pair(Math.floor(whole / DAY), 'd', Math.floor((whole % DAY) / HOUR), 'h');
  const years = whole / YEAR;
  if (years < 10) return measured(formatFixed(years, 1), m.duration.years);
  // A prefix reads well before a unit, not before a word.
  const many = years < 1e6 ? formatCount(Number(years.toPrecision(3))) : formatLarge(Math.round(years));
  return measured(many, m.duration.years);
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  const first = measured(`${large}`, largeUnit);
  return small === 0 ? first : `${first} ${measured(`${small}`, smallUnit)}`;
}

/**
 * How long ago, in one unit: "just now", "12 s ago", "4 min ago", "3 h ago", "5 d ago";
 * a moment that lies ahead (clocks differ) reads "in 12 s".
 * @param ageMs now minus then, in milliseconds
 */
export function formatAge(ageMs: number): string {
  const seconds = Math.floor(Math.abs(ageMs) / 1000);
  if (seconds < 1) return m.age.now;
  const text = oneUnit(seconds);
  return ageMs < 0 ? m.age.ahead(text) : m.age.ago(text);
}

function oneUnit(seconds: number): string {
  const of = (length: number, unit: string) => measured(formatCount(Math.floor(seconds / length)), unit);
  if (seconds < MINUTE) return of(1, 's');
  if (seconds < HOUR) return of(MINUTE, 'min');
  return seconds < DAY ? of(HOUR, 'h') : of(DAY, 'd');
}

/** A moment in the chosen format: its age, or its time, with the day unless it is today. Both in milliseconds since 1970. */
export function formatMoment(atMs: number, nowMs: number): string {
  if (formats().times === 'relative') return formatAge(nowMs - atMs);
  return isDate(atMs) && formatDay(atMs) === formatDay(nowMs) ? time().format(atMs) : formatDateTime(atMs);
}

export const isDate = (ms: number): boolean => Math.abs(ms) <= LAST_MOMENT_MS;

/** A moment for programs, in UTC; undefined where the calendar has none. */
export const isoMoment = (ms: number): string | undefined => (isDate(ms) ? new Date(ms).toISOString() : undefined);

/** A moment in the reader's time zone: "20 Nov 2026, 06:41:03". */
export const formatDateTime = (ms: number): string => (isDate(ms) ? dateTime().format(ms) : UNKNOWN);

/** Parts of one line: "contract, revision, proof". */
export const formatList = (parts: readonly string[]): string => list().format(parts);

/** A day in the reader's time zone: "20 Nov 2026". */
export const formatDay = (ms: number): string => (isDate(ms) ? day().format(ms) : UNKNOWN);

/** A share as a percentage that never rounds a chance to certainty or to nothing: "<0.01%", "12.3%", ">99.9%". */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return UNKNOWN;
  const percent = share * 100;
  if (percent > 0 && percent < 0.01) return `<${formatPercent(formatFixed(0.01, 2))}`;
  if (percent > 99.9 && percent < 100) return `>${formatPercent(formatFixed(99.9, 1))}`;
  if (percent < 1) return formatPercent(percent === 0 ? '0' : formatFixed(percent, 2));
  return formatPercent(formatFixed(percent, Number.isInteger(percent) ? 0 : 1));
}

/** An id short enough for a line, recognizable at both ends; what is copied is always the whole. */
export function shortenId(id: string, ends = 6): string {
  return id.length <= 2 * ends + 1 ? id : `${id.slice(0, ends)}…${id.slice(-ends)}`;
}

/** All of them: "a, b and c". */
export const formatConjunction = (items: readonly string[]): string =>
  new Intl.ListFormat(intlTag(), { type: 'conjunction' }).format(items);
