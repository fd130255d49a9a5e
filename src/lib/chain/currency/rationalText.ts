import { CurrencyError } from '../errors';

/** A fraction; the denominator is positive, not necessarily in lowest terms. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

interface Base {
  readonly prefix: string;
  readonly radix: number;
  readonly digit: string;
  /** Exponent markers: e for a power of ten, p for a power of two. */
  readonly exponents: string;
}
const DECIMAL: Base = { prefix: '', radix: 10, digit: '[0-9]', exponents: '[eEpP]' };
const PREFIXED: readonly Base[] = [
  { prefix: '0[xX]_?', radix: 16, digit: '[0-9a-fA-F]', exponents: '[pP]' },
  { prefix: '0[bB]_?', radix: 2, digit: '[01]', exponents: '[eEpP]' },
  { prefix: '0[oO]_?', radix: 8, digit: '[0-7]', exponents: '[eEpP]' }
];

/** Digits, with single underscores between them. */
const run = (digit: string): string => `${digit}(?:_?${digit})*`;

const floatPattern = ({ prefix, digit, exponents }: Base): RegExp => {
  const digits = run(digit);
  const mantissa = `(?:(?<whole>${digits})(?:\\.(?<fraction>${digits})?)?|\\.(?<only>${digits}))`;
  return new RegExp(`^${prefix}${mantissa}(?:(?<mark>${exponents})(?<exponent>[+-]?${run('[0-9]')}))?$`);
};
const integerPattern = ({ prefix, digit }: Base): RegExp => new RegExp(`^${prefix}(?<whole>${run(digit)})$`);

const FLOATS = [DECIMAL, ...PREFIXED].map((base) => ({ base, pattern: floatPattern(base) }));
// Within a fraction, a plain leading zero denotes octal.
const OCTAL: Base = { prefix: '0_?', radix: 8, digit: '[0-7]', exponents: '' };
const PLAIN: Base = { prefix: '(?!0.)', radix: 10, digit: '[0-9]', exponents: '' };
const INTEGERS = [PLAIN, OCTAL, ...PREFIXED].map((base) => ({ base, pattern: integerPattern(base) }));

const fail = (text: string): never => {
  throw new CurrencyError('currency/not-a-number', `${JSON.stringify(text)} is not a number`);
};

const LITERAL: Readonly<Record<number, string>> = { 10: '', 16: '0x', 2: '0b', 8: '0o' };

function digitsValue(digits: string, radix: number): bigint {
  return BigInt(`${LITERAL[radix]}${digits.replaceAll('_', '')}`);
}

function parseInteger(text: string, whole: string): bigint {
  for (const { base, pattern } of INTEGERS) {
    const digits = pattern.exec(text)?.groups?.whole;
    if (digits !== undefined) return digitsValue(digits, base.radix);
  }
  return fail(whole);
}

function parseFloatText(text: string, whole: string): Rational {
  for (const { base, pattern } of FLOATS) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const fraction = (groups.fraction ?? groups.only ?? '').replaceAll('_', '');
    const numerator = digitsValue(`${groups.whole ?? ''}${fraction}`, base.radix);
    const denominator = BigInt(base.radix) ** BigInt(fraction.length);
    const exponent = Number((groups.exponent ?? '0').replaceAll('_', ''));
    const scale = groups.mark === 'p' || groups.mark === 'P' ? 2n : 10n;
    return scaled({ numerator, denominator }, scale, exponent, text.length);
  }
  return fail(whole);
}

// Bounds the size of the number that a short text can produce.
const MAX_EXPONENT = 1000;

function scaled({ numerator, denominator }: Rational, scale: bigint, exponent: number, digits: number): Rational {
  if (numerator === 0n) return { numerator, denominator };
  const limit = MAX_EXPONENT + 4 * digits;
  if (exponent > limit) throw new CurrencyError('currency/overflow', 'the exponent is out of range');
  if (exponent < -limit) throw new CurrencyError('currency/not-an-integer', 'the exponent is out of range');
  return exponent < 0
    ? { numerator, denominator: denominator * scale ** BigInt(-exponent) }
    : { numerator: numerator * scale ** BigInt(exponent), denominator };
}

/**
 * Parses a number like the servers (Go's `big.Rat`): `1.5`, `.5`, `5.`, `1e3`, `-2`, `1/2`, `1_000`, `0x1F`.
 * @throws {CurrencyError} `currency/not-a-number`, or an exponent out of range
 */
export function parseRational(text: string): Rational {
  const sign = text.startsWith('-') ? -1n : 1n;
  const unsigned = text.replace(/^[+-]/, '');
  const slash = unsigned.indexOf('/');
  if (slash === -1) {
    const { numerator, denominator } = parseFloatText(unsigned, text);
    return { numerator: sign * numerator, denominator };
  }
  const denominator = parseInteger(unsigned.slice(slash + 1), text);
  const numerator = parseInteger(unsigned.slice(0, slash), text);
  return denominator === 0n ? fail(text) : { numerator: sign * numerator, denominator };
}
