import type { QuantityError } from '../errors';
import { readDecimal, type NumberNotation } from './decimalText';
import { MAX_QUANTITY_LENGTH, parseQuantity, type Unit } from './quantity';

/** A quantity in base units; not exact where the number is not a whole multiple of them. */
interface Quantity {
  readonly value: bigint;
  readonly exact: boolean;
}

/** What a person typed into a field for a quantity. */
export type TypedQuantity =
  | { readonly kind: 'empty' }
  | ({ readonly kind: 'quantity' } & Quantity)
  /** It could mean each of these: the person is asked which. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly bigint[] }
  | { readonly kind: 'invalid'; readonly code: QuantityError['code'] };

/** Digits and what stands between them. */
const NUMERIC = /^[\d.,'’_\s]+$/;
const NEGATIVE = /^[-−]\s*[\d.,]/;

/**
 * The quantity in a text as a person types or pastes it, a number as {@link readDecimal} takes it. The one way from typed
 * text to a quantity; what programs write goes through {@link parseQuantity}.
 * @param notations of the reader
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
