import { describe, expect, test } from 'vitest';
import { parseRational } from '$lib/chain/currency/rationalText';

/** In lowest terms. */
function valueOf(text: string): [numerator: bigint, denominator: bigint] {
  const { numerator, denominator } = parseRational(text);
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return [numerator / a, denominator / a];
}

// As documented by Go's `big.Rat.SetString`: base prefixes, decimal and binary exponents, underscores after a prefix
// and between digits, and fractions whose parts may have prefixes, where only a leading zero denotes octal.
test.each<[string, bigint, bigint]>([
  ['1.5', 3n, 2n],
  ['+.5', 1n, 2n],
  ['5.', 5n, 1n],
  ['-2', -2n, 1n],
  ['010', 10n, 1n],
  ['1_000.2_5', 4001n, 4n],
  ['1e3', 1000n, 1n],
  ['1E-0_1', 1n, 10n],
  ['3p2', 12n, 1n],
  ['3P-2', 3n, 4n],
  ['0x1F', 31n, 1n],
  ['0X_f.8', 31n, 2n],
  ['0x1p-2', 1n, 4n],
  ['0b101', 5n, 1n],
  ['0B1.1e1', 15n, 1n],
  ['0o17', 15n, 1n],
  ['0O_7', 7n, 1n],
  ['6/4', 3n, 2n],
  ['-1/2', -1n, 2n],
  ['010/0x10', 1n, 2n],
  ['0_17/0b11', 5n, 1n],
  ['0/5', 0n, 1n]
])('%s', (text, numerator, denominator) => {
  expect(valueOf(text)).toEqual([numerator, denominator]);
});

test.each(['', '.', '-', '--1', '1_', '_1', '1__0', '0x', '0xg', '0b2', '0o8', '1e', '1e+', '1/', '/2', '1/0', '09/2'])(
  '%j is not a number',
  (text) => {
    expect(() => parseRational(text)).toThrow(expect.objectContaining({ code: 'currency/not-a-number' }));
  }
);

describe('an exponent is bounded by 1000 plus four per character', () => {
  test.each([
    ['1e1024', 10n ** 1024n, 1n],
    ['1e-1028', 1n, 10n ** 1028n],
    ['0e99999', 0n, 1n]
  ])('%s is accepted', (text, numerator, denominator) => {
    expect(parseRational(text)).toEqual({ numerator, denominator });
  });

  test.each([
    ['1e1025', 'currency/overflow'],
    ['1e-1029', 'currency/not-an-integer']
  ])('%s is rejected', (text, code) => {
    expect(() => parseRational(text)).toThrow(expect.objectContaining({ code }));
  });
});
