/** After 400 years the calendar repeats. */
const CYCLE_YEARS = 400n;
const CYCLE_SECONDS = 12_622_780_800n;

/**
 * A time as the reference implementation prints it, such as `2023-11-14 22:13:20.5 +0000 UTC`.
 * @param seconds since 1970, not before; a median may be half-integral. `Date` ends long before the largest timestamps.
 */
export function utcText(seconds: number | bigint): string {
  const whole = typeof seconds === 'bigint' ? seconds : BigInt(Math.floor(seconds));
  const date = new Date(Number(whole % CYCLE_SECONDS) * 1000).toISOString();
  const year = BigInt(date.slice(0, 4)) + (whole / CYCLE_SECONDS) * CYCLE_YEARS;
  const half = Number.isInteger(Number(seconds)) ? '' : '.5';
  return `${year}${date.slice(4, 10)} ${date.slice(11, 19)}${half} +0000 UTC`;
}
