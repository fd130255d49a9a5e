const DAY_MS = 86_400_000;

const FIELDS = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric'
} as const;

/** Formatters are slow to create. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const formatter =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...FIELDS, ...(timeZone && { timeZone }) });
  formatters.set(timeZone, formatter);
  return formatter;
}

/**
 * Date and time of day in a time zone, as the time at which UTC has the same: its UTC fields are the local ones.
 * @param atMs milliseconds since 1970, from 1 AD on
 * @param timeZone IANA name; empty for the system's own
 * @returns milliseconds, without the fraction of a second; NaN if `atMs` is beyond what a date can represent
 */
export function toLocalMs(atMs: number, timeZone: string): number {
  if (Number.isNaN(new Date(atMs).getTime())) return NaN;
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)])
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  const local = new Date(0);
  local.setUTCFullYear(of('year'), of('month') - 1, of('day'));
  return local.setUTCHours(of('hour'), of('minute'), of('second'));
}

/**
 * The inverse of {@link toLocalMs}. A time that a clock change skips is read with the offset before the change; of two
 * equal ones the first is meant.
 * @returns milliseconds since 1970; NaN if `localMs` is NaN or beyond what a date can represent
 */
export function fromLocalMs(localMs: number, timeZone: string): number {
  // Offsets are less than a day, and so are the distances to the two offsets that may apply.
  if (!(Math.abs(localMs) <= 8.64e15 - 2 * DAY_MS)) return NaN;
  const offsetAt = (atMs: number): number => toLocalMs(atMs, timeZone) - atMs;
  const before = localMs - offsetAt(localMs - DAY_MS);
  const after = localMs - offsetAt(localMs + DAY_MS);
  const isReadAt = (atMs: number): boolean => toLocalMs(atMs, timeZone) === localMs;
  return isReadAt(before) || !isReadAt(after) ? before : after;
}

/**
 * Reads the value of a `datetime-local` or `date` field: `2026-11-20T08:30`, or `2026-11-20` for the start of the day.
 * @param timeZone IANA name; empty for the system's own
 * @returns milliseconds since 1970; NaN for other text
 */
export const parseLocalTime = (text: string, timeZone: string): number =>
  fromLocalMs(Date.parse(`${text}${text.includes('T') ? '' : 'T00:00'}Z`), timeZone);

/** Start of the day that contains a time. @returns milliseconds since 1970 */
export function startOfDay(atMs: number, timeZone: string): number {
  const localMs = toLocalMs(atMs, timeZone);
  return fromLocalMs(localMs - (((localMs % DAY_MS) + DAY_MS) % DAY_MS), timeZone);
}
