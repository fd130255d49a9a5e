import { CurrencyError } from './errors';
import { MAX_HASTINGS, hastings, type Hastings } from './currency';

/** Unit letters of amounts in text, largest first, with the power of ten of hastings each stands for. */
const UNITS = [
  ['TS', 36],
  ['GS', 33],
  ['MS', 30],
  ['KS', 27],
  ['SC', 24],
  ['mS', 21],
  ['uS', 18],
  ['nS', 15],
  ['pS', 12]
] as const;

/** The unit amounts are shown in when nothing else is asked for. */
export const COIN_UNIT = 'SC';
const BASE_UNIT = 'H';

const pow10 = (exponent: number): bigint => 10n ** BigInt(exponent);

/** `value / 10^decimals` as exact decimal text without trailing zeros. */
function formatDecimal(value: bigint, decimals: number): string {
  const scale = pow10(decimals);
  const fraction = (value % scale).toString().padStart(decimals, '0').replace(/0+$/, '');
  return fraction === '' ? `${value / scale}` : `${value / scale}.${fraction}`;
}

/** Exact text in the largest unit that is not below one: `1.354442505 MS`, `1000 H`, `0 SC`. */
export function formatHastings(amount: Hastings): string {
  if (amount === 0n) return `0 ${COIN_UNIT}`;
  for (const [unit, decimals] of UNITS) {
    if (amount >= pow10(decimals)) return `${formatDecimal(amount, decimals)} ${unit}`;
  }
  return `${amount} ${BASE_UNIT}`;
}

/** Exact decimal count of coins, without a unit: `1.5`. */
export const formatCoins = (amount: Hastings): string => formatDecimal(amount, 24);

/** Rational number text: `1.5`, `.5`, `5.`, `1e3`, `-2`, `1/2`. */
const RATIONAL = /^([+-]?)(?:(\d+)\/(\d+)|(?=\.?\d)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?)$/;
// 2^128 has 39 digits, so no amount needs a larger one; it bounds the size of the numbers below.
const MAX_EXPONENT = 100;

function parseRational(text: string): { negative: boolean; numerator: bigint; denominator: bigint } {
  const match = RATIONAL.exec(text);
  const [, sign = '', dividend, divisor, whole = '', fraction = '', exponentText = '0'] = match ?? [];
  if (match === null || Number(divisor) === 0) {
    throw new CurrencyError('currency/not-a-number', `${JSON.stringify(text)} is not a number`);
  }
  const negative = sign === '-';
  if (dividend !== undefined && divisor !== undefined) {
    return { negative, numerator: BigInt(dividend), denominator: BigInt(divisor) };
  }
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > MAX_EXPONENT) throw new CurrencyError('currency/overflow', 'the exponent is out of range');
  const numerator = BigInt(whole + fraction);
  return exponent < 0
    ? { negative, numerator, denominator: pow10(fraction.length - exponent) }
    : { negative, numerator: numerator * pow10(exponent), denominator: pow10(fraction.length) };
}

/**
 * The amount in a text: a number and a unit, or hastings if there is none. Reads what {@link formatHastings} writes and
 * what servers accept, fractions and exponents included.
 * @throws {CurrencyError} no number, an unknown unit, a fraction of a hasting, negative, or above 128 bits
 */
export function parseHastings(text: string): Hastings {
  const lastDigit = text.search(/[\d.][^\d.]*$/);
  if (lastDigit === -1) throw new CurrencyError('currency/not-a-number', `${JSON.stringify(text)} is not a number`);
  const number = text.slice(0, lastDigit + 1);
  const unit = text.slice(lastDigit + 1).trim();
  const inHastings = unit === '' || unit === BASE_UNIT;
  if (inHastings && !/^[+-]?\d+$/.test(number)) {
    throw new CurrencyError('currency/not-an-integer', `${JSON.stringify(number)} is not a whole number of hastings`);
  }
  const { negative, numerator, denominator } = parseRational(number);
  const decimals = inHastings ? 0 : UNITS.find(([name]) => name === unit)?.[1];
  if (decimals === undefined) {
    throw new CurrencyError('currency/unknown-unit', `unknown unit ${JSON.stringify(unit)}`);
  }
  const scaled = numerator * pow10(decimals);
  if (scaled % denominator !== 0n) {
    throw new CurrencyError('currency/not-an-integer', `${text} is not a whole number of hastings`);
  }
  return checked(scaled / denominator, negative);
}

function checked(amount: bigint, negative: boolean): Hastings {
  if (negative && amount > 0n) throw new CurrencyError('currency/negative', 'an amount cannot be negative');
  if (amount > MAX_HASTINGS) throw new CurrencyError('currency/overflow', 'an amount cannot have more than 128 bits');
  return hastings(amount);
}

/** The amount in a decimal count of coins as a person types it, without a unit. */
export const parseCoins = (coins: string): Hastings => parseHastings(`${coins.trim()} ${COIN_UNIT}`);
