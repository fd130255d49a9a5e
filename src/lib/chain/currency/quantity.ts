import { HASTINGS_PER_COIN } from './currency';
import { QuantityError } from '../errors';

/** A display unit of `numerator / denominator` base units; the API uses base units. */
export interface Unit {
  /** Text after a number: `GB`, `months`, `SC/TB/month`. */
  readonly symbol: string;
  /** Text after the number 1 if different: `month`. */
  readonly one?: string;
  /** For units in a currency: the coin unit in which values are also shown, because coins are what is stored. */
  readonly coins?: Unit;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The month of all prices and rates: 30 days of 144 blocks on every network, as hosts and renters count. */
export const BLOCKS_PER_MONTH = 4320n;

const of = (symbol: string, numerator: bigint, denominator = 1n): Unit => ({ symbol, numerator, denominator });
const many = (symbol: string, one: string, numerator: bigint): Unit => ({ symbol, one, numerator, denominator: 1n });

const KB = 10n ** 3n;
const MB = 10n ** 6n;
const GB = 10n ** 9n;
const TB = 10n ** 12n;
const TIB = 1n << 40n;

/** Base: bytes. Decimal units first, then binary ones. */
export const SIZE_UNITS = [
  of('B', 1n),
  of('KB', KB),
  of('MB', MB),
  of('GB', GB),
  of('TB', TB),
  of('PB', 10n ** 15n),
  of('KiB', 1n << 10n),
  of('MiB', 1n << 20n),
  of('GiB', 1n << 30n),
  of('TiB', TIB),
  of('PiB', 1n << 50n)
] as const;

export const DECIMAL_SIZE_UNITS: readonly Unit[] = SIZE_UNITS.slice(0, 6);
export const BINARY_SIZE_UNITS: readonly Unit[] = [SIZE_UNITS[0], ...SIZE_UNITS.slice(6)];

/** Base: seconds. */
export const SECONDS_UNITS = [
  many('seconds', 'second', 1n),
  many('minutes', 'minute', 60n),
  many('hours', 'hour', 3600n),
  many('days', 'day', 86_400n),
  many('weeks', 'week', 604_800n)
] as const;

/** Base: hastings. */
export const COIN_UNITS = [
  of('SC', HASTINGS_PER_COIN),
  of('mS', 10n ** 21n),
  of('KS', 10n ** 27n),
  of('MS', 10n ** 30n)
] as const;

/** Prices of storage and of collateral. Base: hastings per byte per block. */
export const STORAGE_PRICE_UNITS = [
  of('SC/TB/month', HASTINGS_PER_COIN, TB * BLOCKS_PER_MONTH),
  of('SC/TiB/month', HASTINGS_PER_COIN, TIB * BLOCKS_PER_MONTH),
  of('SC/GB/month', HASTINGS_PER_COIN, GB * BLOCKS_PER_MONTH)
] as const;

/** Prices of upload and download. Base: hastings per byte. */
export const TRAFFIC_PRICE_UNITS = [
  of('SC/TB', HASTINGS_PER_COIN, TB),
  of('SC/TiB', HASTINGS_PER_COIN, TIB),
  of('SC/GB', HASTINGS_PER_COIN, GB)
] as const;

/** Prices of single calls. Base: hastings per call. */
export const CALL_PRICE_UNITS = [
  of('SC per million calls', HASTINGS_PER_COIN, 1_000_000n),
  of('SC per thousand calls', HASTINGS_PER_COIN, 1_000n),
  of('SC per call', HASTINGS_PER_COIN)
] as const;

/** Base: bytes per second. */
export const SPEED_UNITS = [
  of('B/s', 1n),
  of('KB/s', KB),
  of('MB/s', MB),
  of('GB/s', GB),
  of('Mbit/s', 125_000n)
] as const;

/** Expected traffic. Base: bytes per block. */
export const RATE_UNITS = [
  of('B/month', 1n, BLOCKS_PER_MONTH),
  of('MB/month', MB, BLOCKS_PER_MONTH),
  of('GB/month', GB, BLOCKS_PER_MONTH),
  of('TB/month', TB, BLOCKS_PER_MONTH)
] as const;

/** More digits than any quantity in the API needs; bounds the arithmetic below. */
export const MAX_QUANTITY_LENGTH = 200;

/** Digits, optionally in groups of three separated by a comma, space, apostrophe or underscore. */
const WHOLE = String.raw`\d+|\d{1,3}(?:[,\s'’_]\d{3})+`;
const NUMBER = new RegExp(String.raw`^(?<sign>[+\-−])?(?:(?<whole>${WHOLE})(?:\.(?<fraction>\d*))?|\.(?<only>\d+))$`);

const pow10 = (exponent: number): bigint => 10n ** BigInt(exponent);

/** The nearest integer, half up. Both arguments are non-negative. */
const divideRounded = (value: bigint, by: bigint): bigint => (2n * value + by) / (2n * by);

/**
 * Parses a machine-written quantity: `12`, `0.5`, `12,960`; no exponents, no fractions. User input goes through
 * `readTypedQuantity`.
 * @returns base units, and whether they are exact: a seventh of a month is not a whole number of blocks, so it is
 * rounded half up
 * @throws {QuantityError} empty, not a number, negative, or too long
 */
export function parseQuantity(text: string, unit: Unit): { value: bigint; exact: boolean } {
  const trimmed = text.trim();
  if (trimmed === '') throw new QuantityError('quantity/empty', 'A number is missing.');
  if (trimmed.length > MAX_QUANTITY_LENGTH)
    throw new QuantityError('quantity/too-long', 'This number has too many digits.');
  const groups = NUMBER.exec(trimmed)?.groups;
  if (!groups) throw new QuantityError('quantity/not-a-number', `${JSON.stringify(trimmed)} is not a number.`);
  const fraction = groups.fraction ?? groups.only ?? '';
  const digits = BigInt(`${(groups.whole ?? '').replace(/\D/g, '')}${fraction}`);
  if (groups.sign !== undefined && groups.sign !== '+' && digits !== 0n) {
    throw new QuantityError('quantity/negative', 'This cannot be negative.');
  }
  const dividend = digits * unit.numerator;
  const divisor = pow10(fraction.length) * unit.denominator;
  return { value: divideRounded(dividend, divisor), exact: dividend % divisor === 0n };
}

/** `value / 10^decimals` as text without trailing zeros. */
function decimalText(value: bigint, decimals: number): string {
  const scale = pow10(decimals);
  const fraction = (value % scale).toString().padStart(decimals, '0').slice(0, decimals).replace(/0+$/, '');
  return fraction === '' ? `${value / scale}` : `${value / scale}.${fraction}`;
}

const sign = (value: bigint): string => (value < 0n ? '-' : '');
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** The greatest common divisor. */
export const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/** Multiplicity of `factor` in the number, and the cofactor. */
function timesDividedBy(number: bigint, factor: bigint): [times: number, rest: bigint] {
  let rest = number;
  let times = 0;
  for (; rest % factor === 0n; times++) rest /= factor;
  return [times, rest];
}

/**
 * Exact decimal text in the unit, without symbol and grouping: `180.00000000144`.
 * @returns undefined for non-terminating decimals: 100 blocks are 0.69444… days
 */
export function formatQuantity(value: bigint, unit: Unit): string | undefined {
  const dividend = absolute(value) * unit.denominator;
  const shared = gcd(dividend, unit.numerator);
  // A decimal terminates if its denominator has no prime factors other than 2 and 5.
  const [twos, withoutTwos] = timesDividedBy(unit.numerator / shared, 2n);
  const [fives, rest] = timesDividedBy(withoutTwos, 5n);
  if (rest !== 1n) return undefined;
  const decimals = Math.max(twos, fives);
  return `${sign(value)}${decimalText((absolute(value) * unit.denominator * pow10(decimals)) / unit.numerator, decimals)}`;
}

/**
 * The shortest decimal that {@link parseQuantity} parses back to the same value; for form fields. 41,666,666,667
 * hastings per byte per block become `180` SC/TB/month rather than 180.00000000144, because no value is nearer to 180.
 */
export function shortQuantity(value: bigint, unit: Unit): string {
  const dividend = absolute(value) * unit.denominator;
  for (let decimals = 0; ; decimals++) {
    // Terminates when the last digit is finer than a base unit.
    const digits = divideRounded(dividend * pow10(decimals), unit.numerator);
    if (divideRounded(digits * unit.numerator, pow10(decimals) * unit.denominator) === absolute(value)) {
      return `${sign(value)}${decimalText(digits, decimals)}`;
    }
  }
}

/**
 * Display text in the unit: grouped, rounded half up to at most `digits` decimals; smaller non-zero values become
 * `<0.01`.
 */
export function roundQuantity(value: bigint, unit: Unit, digits: number): string {
  const scaled = divideRounded(absolute(value) * unit.denominator * pow10(digits), unit.numerator);
  if (scaled === 0n && value !== 0n) return `${value < 0n ? '−' : ''}<${decimalText(1n, digits)}`;
  const [whole = '0', fraction] = decimalText(scaled, digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0n ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** The rounded value with its unit: `3 months`, `1 month`, `180 SC/TB/month`. */
export function describeQuantity(value: bigint, unit: Unit, digits = 3): string {
  const number = roundQuantity(value, unit, digits);
  return `${number} ${number === '1' ? (unit.one ?? unit.symbol) : unit.symbol}`;
}

/** Orders units by size. */
const compareUnits = (a: Unit, b: Unit): number => {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/**
 * The unit in which the value is exact, at least one, and has the fewest digits; the largest of those. Zero uses the
 * first unit. There is always one: every list contains its base unit or a unit in which every value terminates.
 */
export function bestUnit(value: bigint, units: readonly Unit[]): Unit {
  const [first] = units;
  if (!first) throw new RangeError('no units to choose from');
  if (value === 0n) return first;
  const exact = units.filter((unit) => formatQuantity(value, unit) !== undefined);
  const whole = exact.filter((unit) => absolute(value) * unit.denominator >= unit.numerator);
  const length = (unit: Unit) => shortQuantity(value, unit).length;
  const [best] = (whole.length > 0 ? whole : exact).toSorted((a, b) => length(a) - length(b) || compareUnits(b, a));
  return best ?? first;
}
