import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { coinsFor, currencyValue, formatCurrency, parsePrice, priceOfNumber } from '$lib/chain/currency/price';

test('prices survive as text', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 23n }), (price) => {
      expect(parsePrice(formatCurrency(price))).toBe(price);
    })
  );
});

test('a price has up to twelve digits before the point and twelve after it', () => {
  expect(parsePrice('123456789012.123456789012')).toBe(123_456_789_012_123_456_789_012n);
});

test.each([
  ...['', '0', '0.000', '-1', '1e3', '1,5', '.5', '1.', '1.5.5', 'x1', '1x'],
  ...['0.0000000000001', '1234567890123']
])('%j is not a price', (text) => {
  expect(() => parsePrice(text)).toThrow(expect.objectContaining({ code: 'currency/not-a-number' }));
});

test.each([
  [0.00234, '0.00234'],
  [2.5e-7, '0.00000025'],
  [1234.5, '1234.5'],
  [1e-12, '0.000000000001'],
  [999_999_999_999, '999999999999']
])('the number %d', (number, text) => {
  expect(formatCurrency(priceOfNumber(number)!)).toBe(text);
});

test.each([0, -1, NaN, Infinity, 1e-13, 1e12])('%d is not a price', (number) => {
  expect(priceOfNumber(number)).toBeUndefined();
});

describe('values', () => {
  const price = parsePrice('0.0025');

  test('of coins, received and paid, are exact', () => {
    expect(formatCurrency(currencyValue(300_000n * HASTINGS_PER_COIN, price))).toBe('750');
    expect(formatCurrency(currencyValue(-HASTINGS_PER_COIN / 2n, price))).toBe('-0.00125');
    expect(formatCurrency(currencyValue(0n, price))).toBe('0');
  });

  test('never convert to coins worth more than them', () => {
    expect(coinsFor(parsePrice('10'), price)).toBe(4_000n * HASTINGS_PER_COIN);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 18n }),
        fc.bigInt({ min: 10n ** 6n, max: 10n ** 15n }),
        (value, each) => {
          const worth = currencyValue(coinsFor(value, each), each);
          expect(worth).toBeLessThanOrEqual(value);
          expect(value - worth).toBeLessThanOrEqual(each / 1_000_000n + 1n);
        }
      )
    );
  });

  test('beyond the largest amount are an error', () => {
    expect(() => coinsFor(10n ** 40n, 1n)).toThrow(expect.objectContaining({ code: 'currency/overflow' }));
  });
});
