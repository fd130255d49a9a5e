import { CurrencyError } from '../errors';
import type { Hastings } from './currency';
import { COIN_UNIT, parseHastings } from './currencyText';
import { readDecimal, type NumberNotation } from './decimalText';

/** What a person typed into a field for an amount. */
export type AmountReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly amount: Hastings }
  /** It could mean each of these: the person is asked which, nothing is guessed. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly Hastings[] }
  | { readonly kind: 'invalid'; readonly code: CurrencyError['code'] };

/** Far above what an amount needs; patterns take time with the square of it. */
const MAX_LENGTH = 1000;
const NEGATIVE = /^[-−]\s*\d/;

/**
 * The amount in a text as a person types or pastes it: a number as {@link readDecimal} takes it, and a unit behind it or
 * none. The one way from typed text to an amount; what programs write goes through {@link parseHastings}.
 * @param notations of the reader; see {@link readDecimal}
 * @param unit the field's own, for a number without one
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
