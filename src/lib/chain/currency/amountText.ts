import { CurrencyError } from '../errors';
import type { Hastings } from './currency';
import { COIN_UNIT, parseHastings } from './currencyText';
import { readDecimal, type NumberNotation } from './decimalText';

/** The result of reading an amount field. */
export type AmountReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly amount: Hastings }
  /** Possible readings, for the user to choose from; never guessed. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly Hastings[] }
  | { readonly kind: 'invalid'; readonly code: CurrencyError['code'] };

/** Far more than an amount needs. Bounds pattern matching, which is quadratic in the length. */
const MAX_LENGTH = 1000;
const NEGATIVE = /^[-−]\s*\d/;

/**
 * Reads a typed or pasted amount: a number as accepted by {@link readDecimal}, optionally followed by a unit. All user
 * input goes through this function; machine-written text goes through {@link parseHastings}.
 * @param notations the user's; see {@link readDecimal}
 * @param unit the field's unit, for a number without one
 */
export function readAmount(
  typed: string,
  notations: readonly NumberNotation[],
  unit: string = COIN_UNIT
): AmountReading {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  if (text.length > MAX_LENGTH) return { kind: 'invalid', code: 'currency/overflow' };
  if (NEGATIVE.test(text)) return { kind: 'invalid', code: 'currency/negative' };
  const named = /\p{Letter}+$/u.exec(text)?.[0] ?? '';
  const reading = readDecimal(text.slice(0, text.length - named.length), notations);
  if (reading.kind === 'invalid') return { kind: 'invalid', code: 'currency/not-a-number' };
  const numbers = reading.kind === 'number' ? [reading.number] : reading.readings;
  try {
    const amounts = numbers.map((number) => parseHastings(`${number} ${named || unit}`));
    const [amount] = amounts;
    return amounts.length === 1 && amount !== undefined
      ? { kind: 'amount', amount }
      : { kind: 'ambiguous', readings: amounts };
  } catch (error) {
    if (error instanceof CurrencyError) return { kind: 'invalid', code: error.code };
    throw error;
  }
}
