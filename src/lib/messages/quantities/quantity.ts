import { roundQuantity, type Unit } from '$lib/chain/currency/quantity';
import { localDigits, measured } from '../numbers';
import { m } from '../ui';

/** Names of units that are words, by their symbol; any other symbol is the same in every language. */
type UnitNames = Readonly<Record<string, string | { readonly one: string; readonly other: string }>>;

/** The unit as it stands alone or behind a number other than one: "months", "SC/TB/month". */
export function unitName({ symbol }: Unit): string {
  const name = (m.units as UnitNames)[symbol] ?? symbol;
  return typeof name === 'string' ? name : name.other;
}

/** Behind the number one: "month". */
export function unitNameOfOne({ symbol }: Unit): string {
  const name = (m.units as UnitNames)[symbol] ?? symbol;
  return typeof name === 'string' ? name : name.one;
}

/** @param number plain decimal text, with a point and comma groups if any */
export const withUnit = (number: string, unit: Unit): string =>
  measured(localDigits(number), number === '1' ? unitNameOfOne(unit) : unitName(unit));

/** The rounded number with its unit: "3 months", "1 month", "180 SC/TB/month". */
export const describeQuantity = (value: bigint, unit: Unit, digits = 3): string =>
  withUnit(roundQuantity(value, unit, digits), unit);

/** The rounded number alone. */
export const roundedQuantity = (value: bigint, unit: Unit, digits: number): string =>
  localDigits(roundQuantity(value, unit, digits));
