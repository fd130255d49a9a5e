import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { CodecError } from '$lib/codec/errors';

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/;
// Years of four digits, the range of RFC 3339.
const MIN_SECONDS = -62_167_219_200;
const MAX_SECONDS = 253_402_300_799;

/**
 * Parses an RFC 3339 time, truncated to whole seconds. The zero time `0001-01-01T00:00:00Z` is valid.
 * @throws {CodecError} not of this form, or a day or hour that does not exist
 */
export function parseTimestamp(text: string): UnixSeconds {
  const match = RFC3339.exec(text);
  if (match === null) throw new CodecError('expected an RFC 3339 time');
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number
  ];
  // setUTCFullYear, because Date.UTC maps years below 100 to 19xx.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const exists =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second;
  const [sign, offsetHours, offsetMinutes] = [match[7], Number(match[8] ?? 0), Number(match[9] ?? 0)];
  if (!exists || offsetHours > 23 || offsetMinutes > 59) throw new CodecError(`no such time: ${text}`);
  const offset = (sign === '-' ? -1 : 1) * (offsetHours * 3600 + offsetMinutes * 60);
  return unixSeconds(date.getTime() / 1000 - offset);
}

/**
 * Formats a time as RFC 3339 in UTC, to the second.
 * @throws {CodecError} a year outside 0000-9999
 */
export function formatTimestamp(seconds: UnixSeconds): string {
  if (!(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) throw new CodecError(`time ${seconds} has no RFC 3339 form`);
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
