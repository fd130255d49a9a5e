import { QuantityError } from '$lib/chain/errors';
import {
  bestUnit,
  describeQuantity,
  formatQuantity,
  parseQuantity,
  shortQuantity,
  type Unit
} from '$lib/chain/currency/quantity';

/** Both are allowed themselves; in base units. */
export interface QuantityLimits {
  readonly min?: bigint;
  readonly max?: bigint;
}

const withUnit = (number: string, { symbol, one }: Unit): string =>
  `${number} ${number === '1' ? (one ?? symbol) : symbol}`;

const grouped = (number: string): string => number.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

/** The value exactly, in the unit where its digits end, else in the one in which it reads best: `12,960 blocks`. */
export function exactText(value: bigint, unit: Unit, units: readonly Unit[]): string {
  const own = formatQuantity(value, unit);
  const best = own === undefined ? bestUnit(value, units) : unit;
  return withUnit(grouped(own ?? formatQuantity(value, best) ?? shortQuantity(value, best)), best);
}

/** The value as a field shows it, and exactly where that is not the whole truth: `0.0231 months (100 blocks)`. */
export function quantityText(value: bigint, unit: Unit, units: readonly Unit[]): string {
  const short = withUnit(grouped(shortQuantity(value, unit)), unit);
  const exact = exactText(value, unit, units);
  return short === exact || isNear(value, unit) ? short : `${short} (${exact})`;
}

/** So many digits are read at a glance. */
const GLANCE_DIGITS = 4;

/** The value to be read at a glance: as the field would show it, or about that, in four digits. */
export function glanceText(value: bigint, unit: Unit): string {
  const short = shortQuantity(value, unit);
  const [whole = '', fraction = ''] = short.split('.');
  // Noughts before the first digit tell how small it is; they are not digits of it.
  const leading = whole === '0' ? fraction.length - fraction.replace(/^0+/, '').length : -whole.length;
  const decimals = Math.max(0, GLANCE_DIGITS + leading);
  if (fraction.length <= decimals) return withUnit(grouped(short), unit);
  return `about ${describeQuantity(value, unit, decimals)}`;
}

/** Parts of a difference that nobody cares about: prices a hasting off what was asked. */
const NEGLIGIBLE = 1_000_000n;

/** Whether what a field shows is the value itself, or so close that saying more would only confuse. */
function isNear(value: bigint, unit: Unit): boolean {
  const [whole = '0', fraction = ''] = shortQuantity(value, unit).split('.');
  const scale = 10n ** BigInt(fraction.length) * unit.denominator;
  const off = BigInt(whole + fraction) * unit.numerator - value * scale;
  return (off < 0n ? -off : off) * NEGLIGIBLE <= value * scale;
}

/**
 * A unit typed behind the number, as in `250 GB`.
 * @returns the number alone, and the unit of those listed that was named
 */
export function splitUnit(text: string, units: readonly Unit[]): { number: string; unit?: Unit } {
  const typed = text.trim();
  const named = (unit: Unit, fold: (text: string) => string) =>
    [unit.symbol, unit.one].some((name) => name !== undefined && fold(behindNumber(typed)) === fold(name));
  const unit =
    units.find((one) => named(one, (name) => name)) ?? units.find((one) => named(one, (name) => name.toLowerCase()));
  return unit ? { number: typed.slice(0, typed.length - behindNumber(typed).length).trim(), unit } : { number: text };
}

const behindNumber = (text: string): string => /^[\d.,\s'’_]*\d\.?\s*(\D.*)$/.exec(text)?.[1]?.trim() ?? '';

/** What a typed text means: a value within the limits, or what is wrong with it; a value out of the limits has both. */
export interface QuantityReading {
  readonly value?: bigint;
  readonly problem?: QuantityError;
  /** What the text comes to, where it is not that exactly: `= 617 blocks`. */
  readonly note?: string;
}

/** @param optional nothing typed is no fault */
export function readQuantity(
  text: string,
  unit: Unit,
  units: readonly Unit[],
  limits: QuantityLimits = {},
  optional = false
): QuantityReading {
  if (optional && text.trim() === '') return {};
  try {
    const { value, exact } = parseQuantity(text, unit);
    const problem = limitProblem(value, unit, units, limits);
    return {
      value,
      ...(problem && { problem }),
      ...(!exact && { note: `= ${exactText(value, unit, units)}${aside(value, unit, units)}` })
    };
  } catch (problem) {
    if (problem instanceof QuantityError) return { problem };
    throw problem;
  }
}

/** Where the exact text is in another unit, the value once more in the chosen one: `, about 0.14 months`. */
const aside = (value: bigint, unit: Unit, units: readonly Unit[]): string =>
  formatQuantity(value, unit) === undefined && bestUnit(value, units) !== unit
    ? `, about ${describeQuantity(value, unit)}`
    : '';

/** What is wrong with a value outside its limits, the limit said in the unit. */
export function limitProblem(
  value: bigint,
  unit: Unit,
  units: readonly Unit[],
  { min, max }: QuantityLimits
): QuantityError | undefined {
  if (min !== undefined && value < min) {
    return new QuantityError('quantity/too-small', `At least ${quantityText(min, unit, units)}.`);
  }
  if (max !== undefined && value > max) {
    return new QuantityError('quantity/too-large', `At most ${quantityText(max, unit, units)}.`);
  }
  return undefined;
}
