import { CurrencyError } from '../errors';
import { MAX_HASTINGS, hastings, type Hastings } from './currency';
import { parseRational } from './rationalText';

/** Unit symbols of amounts, largest first, with their power of ten in hastings. */
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

/** The default unit. */
export const COIN_UNIT = 'SC';
const BASE_UNIT = 'H';

const pow10 = (exponent: number): bigint => 10n ** BigInt(exponent);

/** `value / 10^decimals` as exact decimal text without trailing zeros. */
function formatFixed(value: bigint, decimals: number): string {
  const scale = pow10(decimals);
  const fraction = (value % scale).toString().padStart(decimals, '0').replace(/0+$/, '');
  return fraction === '' ? `${value / scale}` : `${value / scale}.${fraction}`;
}

/** Exact text in the largest unit in which the amount is at least one: `1.354442505 MS`, `1000 H`, `0 SC`. */
export function formatHastings(amount: Hastings): string {
  if (amount === 0n) return `0 ${COIN_UNIT}`;
  for (const [unit, decimals] of UNITS) {
    if (amount >= pow10(decimals)) return `${formatFixed(amount, decimals)} ${unit}`;
  }
  return `${amount} ${BASE_UNIT}`;
}

/** Exact decimal count of coins, without a unit: `1.5`. */
export const formatCoins = (amount: Hastings): string => formatFixed(amount, 24);

// Far more than the 39 digits of 2^128; limits the cost of parsing.
const MAX_LENGTH = 1000;
/** The servers' form: hastings without a unit. 38 digits always fit in 128 bits. */
const PLAIN_HASTINGS = /^\d{1,38}$/;

/**
 * Parses a number and an optional unit, by default hastings. Accepts the output of {@link formatHastings} and
 * everything that servers accept, including fractions and exponents.
 * @throws {CurrencyError} not a number, an unknown unit, a fraction of a hasting, negative, or above 128 bits
 */
export function parseHastings(text: string): Hastings {
  if (PLAIN_HASTINGS.test(text)) return hastings(BigInt(text));
  if (text.length > MAX_LENGTH) throw new CurrencyError('currency/overflow', 'the number is too long for an amount');
  const lastDigit = text.search(/[\d.][^\d.]*$/);
  if (lastDigit === -1) throw new CurrencyError('currency/not-a-number', `${JSON.stringify(text)} is not a number`);
  const number = text.slice(0, lastDigit + 1);
  const unit = text.slice(lastDigit + 1).trim();
  const inHastings = unit === '' || unit === BASE_UNIT;
  if (inHastings && !/^[+-]?\d+$/.test(number)) {
    throw new CurrencyError('currency/not-an-integer', `${JSON.stringify(number)} is not a whole number of hastings`);
  }
  const { numerator, denominator } = inHastings
    ? { numerator: BigInt(number), denominator: 1n }
    : parseRational(number);
  const decimals = inHastings ? 0 : UNITS.find(([name]) => name === unit)?.[1];
  if (decimals === undefined) {
    throw new CurrencyError('currency/unknown-unit', `unknown unit ${JSON.stringify(unit)}`);
  }
  const scaled = numerator * pow10(decimals);
  if (scaled % denominator !== 0n) {
    throw new CurrencyError('currency/not-an-integer', `${text} is not a whole number of hastings`);
  }
  return checked(scaled / denominator);
}

function checked(amount: bigint): Hastings {
  if (amount < 0n) throw new CurrencyError('currency/negative', 'an amount cannot be negative');
  if (amount > MAX_HASTINGS) throw new CurrencyError('currency/overflow', 'an amount cannot have more than 128 bits');
  return hastings(amount);
}

/** Parses a decimal number of coins without a unit, as entered in a form. */
export const parseCoins = (coins: string): Hastings => parseHastings(`${coins.trim()} ${COIN_UNIT}`);
