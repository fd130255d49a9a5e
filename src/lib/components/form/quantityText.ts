import type { QuantityErrorCode } from '$lib/chain/errors';
import { bestUnit, formatQuantity, shortQuantity, type Unit } from '$lib/chain/currency/quantity';
import { readTypedQuantity } from '$lib/chain/currency/typedQuantity';
import { describeQuantity, unitName, unitNameOfOne, withUnit } from '$lib/messages/quantities/quantity';
import { readerNotations } from '$lib/messages/quantities/typedNumbers';
import { m, quantityProblem } from '$lib/messages/form/quantity';

/** Inclusive, in base units. */
export interface QuantityLimits {
  readonly min?: bigint;
  readonly max?: bigint;
}

const grouped = (number: string): string => number.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

/** The exact value, in the given unit if its digits are finite, otherwise in the best unit: `12,960 blocks`. */
export function exactText(value: bigint, unit: Unit, units: readonly Unit[]): string {
  const own = formatQuantity(value, unit);
  const best = own === undefined ? bestUnit(value, units) : unit;
  return withUnit(grouped(own ?? formatQuantity(value, best) ?? shortQuantity(value, best)), best);
}

/** The value as shown by a field, followed by the exact value if it differs: `0.0231 months (100 blocks)`. */
export function quantityText(value: bigint, unit: Unit, units: readonly Unit[]): string {
  const short = withUnit(grouped(shortQuantity(value, unit)), unit);
  const exact = exactText(value, unit, units);
  return short === exact || isNear(value, unit) ? short : `${short} (${exact})`;
}

/** Number of digits readable at a glance. */
const ROUNDED_DIGITS = 4;

/** The value as shown by a field, rounded to four significant digits if longer. */
export function roundedText(value: bigint, unit: Unit): string {
  const short = shortQuantity(value, unit);
  const [whole = '', fraction = ''] = short.split('.');
  // Leading zeros are not significant digits.
  const leading = whole === '0' ? fraction.length - fraction.replace(/^0+/, '').length : -whole.length;
  const decimals = Math.max(0, ROUNDED_DIGITS + leading);
  if (fraction.length <= decimals) return withUnit(grouped(short), unit);
  return m.about(describeQuantity(value, unit, decimals));
}

/** Differences below one part in this many are ignored, such as a price that is off by one hasting. */
const NEGLIGIBLE = 1_000_000n;

/** Whether the text shown by a field is the value itself, or so close that the exact value would only confuse. */
function isNear(value: bigint, unit: Unit): boolean {
  const [whole = '0', fraction = ''] = shortQuantity(value, unit).split('.');
  const scale = 10n ** BigInt(fraction.length) * unit.denominator;
  const off = BigInt(whole + fraction) * unit.numerator - value * scale;
  return (off < 0n ? -off : off) * NEGLIGIBLE <= value * scale;
}

/**
 * Splits off a unit typed after the number, as in `250 GB`.
 * @returns the number, and the unit if it is one of those listed
 */
export function splitUnit(text: string, units: readonly Unit[]): { number: string; unit?: Unit } {
  const typed = text.trim();
  const named = (unit: Unit, fold: (text: string) => string) =>
    [unitName(unit), unitNameOfOne(unit)].some((name) => fold(behindNumber(typed)) === fold(name));
  const unit =
    units.find((one) => named(one, (name) => name)) ?? units.find((one) => named(one, (name) => name.toLowerCase()));
  return unit ? { number: typed.slice(0, typed.length - behindNumber(typed).length).trim(), unit } : { number: text };
}

const behindNumber = (text: string): string => /^[\d.,\s'’_]*\d[.,]?\s*(\D.*)$/.exec(text)?.[1]?.trim() ?? '';

/** Why a typed text is not accepted: a code and a message. */
export interface QuantityProblem {
  readonly code: QuantityErrorCode;
  readonly message: string;
}

/** Parses typed text: a value, or an error; a value outside the limits has both. */
export interface QuantityReading {
  readonly value?: bigint;
  readonly problem?: QuantityProblem;
  /** Possible interpretations of an ambiguous text. */
  readonly readings?: readonly bigint[];
  /** The resulting value if it is not what was typed: `= 617 blocks`. */
  readonly note?: string;
}

/**
 * @param text as typed, in any number format
 * @param optional an empty text is not an error
 */
export function readQuantity(
  text: string,
  unit: Unit,
  units: readonly Unit[],
  limits: QuantityLimits = {},
  optional = false
): QuantityReading {
  const problemOf = (code: QuantityErrorCode) => ({ problem: { code, message: quantityProblem(code, text) } });
  const typed = readTypedQuantity(text, readerNotations(), unit);
  switch (typed.kind) {
    case 'empty':
      return optional ? {} : problemOf('quantity/empty');
    case 'invalid':
      return problemOf(typed.code);
    case 'ambiguous':
      return { ...problemOf('quantity/ambiguous'), readings: typed.readings };
    case 'quantity': {
      const { value, exact } = typed;
      const problem = limitProblem(value, unit, units, limits);
      const note = unit.coins || !exact ? noteOf(value, unit, units) : undefined;
      return { value, ...(problem && { problem }), ...(note && { note }) };
    }
  }
}

/**
 * The exact value and, if that is in another unit, also the value in the chosen unit: `= 617 blocks, about 0.14
 * months`. For a price in a currency, the amount in coins: `= 200 SC/TB/month`.
 */
export function noteOf(value: bigint, unit: Unit, units: readonly Unit[]): string {
  if (unit.coins) return `= ${roundedText(value, unit.coins)}`;
  const exact = exactText(value, unit, units);
  const isInAnother = formatQuantity(value, unit) === undefined && bestUnit(value, units) !== unit;
  return isInAnother ? m.comesTo(exact, describeQuantity(value, unit)) : `= ${exact}`;
}

/** Error for a value outside the limits, stating the limit in the given unit. */
export function limitProblem(
  value: bigint,
  unit: Unit,
  units: readonly Unit[],
  { min, max }: QuantityLimits
): QuantityProblem | undefined {
  const { tooSmall, tooLarge } = m.problem;
  if (min !== undefined && value < min)
    return { code: 'quantity/too-small', message: tooSmall(quantityText(min, unit, units)) };
  if (max !== undefined && value > max)
    return { code: 'quantity/too-large', message: tooLarge(quantityText(max, unit, units)) };
  return undefined;
}
