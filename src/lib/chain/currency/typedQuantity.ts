import type { QuantityError } from '../errors';
import { readDecimal, type NumberNotation } from './decimalText';
import { MAX_QUANTITY_LENGTH, parseQuantity, type Unit } from './quantity';

/** A quantity in base units; not exact if the number is not a whole multiple of them. */
interface Quantity {
  readonly value: bigint;
  readonly exact: boolean;
}

/** The result of reading a quantity field. */
export type TypedQuantity =
  | { readonly kind: 'empty' }
  | ({ readonly kind: 'quantity' } & Quantity)
  /** Possible readings, for the user to choose from. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly bigint[] }
  | { readonly kind: 'invalid'; readonly code: QuantityError['code'] };

/** Digits and separators. */
const NUMERIC = /^[\d.,'’_\s]+$/;
const NEGATIVE = /^[-−]\s*[\d.,]/;

/**
 * Reads a typed or pasted quantity, a number as accepted by {@link readDecimal}. All user input goes through this
 * function; machine-written text goes through {@link parseQuantity}.
 * @param notations the user's; see {@link readDecimal}
 */
export function readTypedQuantity(typed: string, notations: readonly NumberNotation[], unit: Unit): TypedQuantity {
  const text = typed.trim().replace(/^\+/, '');
  if (text === '') return { kind: 'empty' };
  if (text.length > MAX_QUANTITY_LENGTH) {
    return { kind: 'invalid', code: NUMERIC.test(text) ? 'quantity/too-long' : 'quantity/not-a-number' };
  }
  if (NEGATIVE.test(text)) return { kind: 'invalid', code: 'quantity/negative' };
  const reading = readDecimal(text, notations);
  if (reading.kind === 'invalid') return { kind: 'invalid', code: 'quantity/not-a-number' };
  if (reading.kind === 'number') return { kind: 'quantity', ...parseQuantity(reading.number, unit) };
  return { kind: 'ambiguous', readings: reading.readings.map((number) => parseQuantity(number, unit).value) };
}
