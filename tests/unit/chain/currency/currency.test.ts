import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_HASTINGS, addHastings, hastings, subtractHastings, sumHastings } from '$lib/chain/currency/currency';
import { v1Currency, v1FundUnits, v2Currency } from '$lib/chain/currency/layouts';
import { formatCoins, formatHastings, parseCoins, parseHastings } from '$lib/chain/currency/currencyText';
import { v1FundOutput } from '$lib/chain/element/elements';
import { CodecError } from '$lib/codec/errors';
import { fromHex, loadVectors, toHex } from '../../../support/vectors';

interface Vectors {
  format: { exact: string; hi: string; lo: string; string: string; v1hex: string; v2hex: string }[];
  parse: { input: string; ok: boolean; exact?: string; error?: string }[];
}
const vectors = loadVectors<Vectors>('currency');

/** Error texts of the reference implementation, and our code for each. */
const CODES: [RegExp, string][] = [
  [/overflows/, 'currency/overflow'],
  [/negative/, 'currency/negative'],
  [/not a number/, 'currency/not-a-number'],
  [/not an integer/, 'currency/not-an-integer'],
  [/invalid unit/, 'currency/unknown-unit']
];

describe('an amount', () => {
  test.each(vectors.format)('$string', ({ exact, hi, lo, string, v1hex, v2hex }) => {
    const amount = hastings(BigInt(exact));
    expect((BigInt(hi) << 64n) | BigInt(lo)).toBe(amount);
    expect(toHex(v1Currency, amount)).toBe(v1hex);
    expect(fromHex(v1Currency, v1hex)).toBe(amount);
    expect(toHex(v2Currency, amount)).toBe(v2hex);
    expect(fromHex(v2Currency, v2hex)).toBe(amount);
    expect(formatHastings(amount)).toBe(string);
    expect(parseHastings(string)).toBe(amount);
  });

  test.each(vectors.parse)('parsing "$input"', ({ input, ok, exact, error }) => {
    if (ok) expect(parseHastings(input)).toBe(BigInt(exact!));
    else {
      const code = CODES.find(([text]) => text.test(error!))![1];
      expect(() => parseHastings(input)).toThrow(expect.objectContaining({ code }));
    }
  });

  const anyAmount = fc.bigInt({ min: 0n, max: MAX_HASTINGS }).map(hastings);

  test('an amount survives its text and binary forms', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(parseHastings(formatHastings(amount))).toBe(amount);
        expect(parseCoins(formatCoins(amount))).toBe(amount);
        expect(fromHex(v1Currency, toHex(v1Currency, amount))).toBe(amount);
        expect(fromHex(v2Currency, toHex(v2Currency, amount))).toBe(amount);
      })
    );
  });

  test.each([
    [0n, '0'],
    [1n, '0.000000000000000000000001'],
    [1_500_000_000_000_000_000_000_000n, '1.5'],
    [300_000n * 10n ** 24n, '300000']
  ])('%d hastings are %s coins', (amount, coins) => expect(formatCoins(hastings(amount))).toBe(coins));

  // Parsed like the reference implementation.
  test.each([
    ['1_000 SC', '1000'],
    ['0x10 SC', '16'],
    ['0x1.8p1 SC', '3'],
    ['0b11 SC', '3'],
    ['017.5 SC', '17.5'],
    ['010/2 SC', '4'],
    ['0e5000 SC', '0'],
    ['1p3 SC', '8']
  ])('"%s" is %s coins', (text, coins) => expect(formatCoins(parseHastings(text))).toBe(coins));

  test('text of up to 1000 characters is parsed', () => {
    expect(parseHastings('1'.padStart(1000, '0'))).toBe(1n);
    expect(() => parseHastings('1'.padStart(1001, '0'))).toThrow(
      expect.objectContaining({ code: 'currency/overflow' })
    );
  });

  test('spaces around a number of coins are ignored', () => {
    expect(parseCoins(' 1.5\n')).toBe(parseHastings('1.5 SC'));
  });

  test.each(['1e400 SC', '1/0 SC', '. SC', '1.5.2 SC', '0x10', 'SC', '1__0 SC', '08/2 SC', '0x SC', '1e SC'])(
    '"%s" is not an amount',
    (text) => {
      expect(() => parseHastings(text)).toThrow(expect.objectContaining({ name: 'CurrencyError' }));
    }
  );
});

describe('arithmetic', () => {
  test('sums of untrusted values neither wrap nor fail', () => {
    expect(addHastings(MAX_HASTINGS, 1n)).toBe(MAX_HASTINGS + 1n);
    expect(sumHastings([hastings(MAX_HASTINGS), hastings(1n)])).toBe(MAX_HASTINGS + 1n);
    expect(sumHastings([])).toBe(0n);
  });

  test('a negative difference is an error', () => {
    expect(subtractHastings(5n, 5n)).toBe(0n);
    expect(() => subtractHastings(5n, 6n)).toThrow(expect.objectContaining({ code: 'currency/negative' }));
  });
});

describe('binary', () => {
  test('a V1 amount of more than 16 bytes is malformed', () => {
    expect(() => fromHex(v1Currency, `1100000000000000${'01'.repeat(17)}`)).toThrow(CodecError);
  });

  test('V1 fund units above 64 bits are malformed', () => {
    expect(fromHex(v1FundUnits, `0800000000000000${'ff'.repeat(8)}`)).toBe(2n ** 64n - 1n);
    expect(() => fromHex(v1FundUnits, `090000000000000001${'00'.repeat(8)}`)).toThrow(CodecError);
  });

  test('the claim start of a V1 fund output is decoded and ignored', () => {
    const output = `010000000000000005${'00'.repeat(32)}`;
    expect(fromHex(v1FundOutput, `${output}020000000000000001ff`)).toEqual(
      fromHex(v1FundOutput, `${output}${'00'.repeat(8)}`)
    );
    expect(toHex(v1FundOutput, fromHex(v1FundOutput, `${output}020000000000000001ff`))).toBe(
      `${output}${'00'.repeat(8)}`
    );
  });

  test.each([1n << 128n, -1n])('%d, which is out of range, cannot be encoded', (value) => {
    expect(() => toHex(v2Currency, hastings(value))).toThrow(CodecError);
    expect(() => toHex(v1Currency, hastings(value))).toThrow(CodecError);
  });
});
