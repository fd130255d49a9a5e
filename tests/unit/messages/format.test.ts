import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COIN_UNITS } from '$lib/chain/currency/quantity';
import { formatAboutCoins, formatAmount, formatRoundCoins } from '$lib/messages/quantities/amounts';
import {
  formatAge,
  formatCount,
  formatDateTime,
  formatDay,
  formatDuration,
  formatHashRate,
  formatLarge,
  formatMoment,
  formatShare,
  isoMoment,
  scale,
  shortenId
} from '$lib/messages/format';
import { describeQuantity } from '$lib/messages/quantities/quantity';
import { lineParts } from '$lib/messages/numbers';
import { formatSpeed } from '$lib/messages/quantities/sizes';
import { loadMessages } from '../../support/messages';
import { plainSpaces } from '../../support/plainSpaces';

describe('hash rates', () => {
  test.each([
    [0, '0 H/s'],
    [7, '7 H/s'],
    [12.34, '12.3 H/s'],
    [999, '999 H/s'],
    [999.6, '1.00 kH/s'],
    [1_000, '1.00 kH/s'],
    [9_996, '10.0 kH/s'],
    [99_960, '100 kH/s'],
    [12_400_000, '12.4 MH/s'],
    [999_999_999, '1.00 GH/s'],
    [4.2e12, '4.20 TH/s'],
    [NaN, '– H/s']
  ])('%d', (rate, text) => expect(plainSpaces(formatHashRate(rate))).toBe(text));
});

test('scale separates the number from the prefix, and keeps the sign', () => {
  expect(scale(-1500)).toEqual(['−1.50', 'k']);
  expect(scale(Infinity)).toEqual(['–', '']);
});

test.each([8.64e15 + 1, -8.64e15 - 1, 9e18, NaN, Infinity])('%d is beyond the calendar', (ms) => {
  expect([formatDateTime(ms), formatDay(ms), isoMoment(ms)]).toEqual(['–', '–', undefined]);
  expect(() => formatMoment(ms, 0)).not.toThrow();
});

test('the last moment of the calendar has a date', () => expect(formatDay(8.64e15)).toContain('275760'));

describe('counts', () => {
  test.each([
    [1_234_567, '1,234,567'],
    [18_446_744_073_709_551_615n, '18,446,744,073,709,551,615'],
    [NaN, '–']
  ])('%s', (count, text) => expect(formatCount(count)).toBe(text));

  test.each([
    [9_999n, '9,999'],
    [10_000n, '10.0 k'],
    [4_294_967_296n, '4.29 G'],
    [10n ** 20n, '100 E'],
    [21_884n * 10n ** 18n, '2.19 × 10^22'],
    [10n ** 24n, '1.00 × 10^24']
  ])('large %s', (count, text) => expect(plainSpaces(formatLarge(count))).toBe(text));
});

describe('coins', () => {
  const COIN = 10n ** 24n;
  test.each([
    [0n, '0'],
    [300_000n * COIN, '300,000'],
    [COIN + COIN / 2n, '1.5'],
    [2n * COIN - 1n, '1.999'],
    [1n, '<0.001'],
    [-1n, '−<0.001'],
    [-1_234_567n * COIN, '−1,234,567']
  ])('%d H', (hastings, text) => expect(formatRoundCoins(hastings)).toBe(text));
});

describe('durations', () => {
  test.each([
    [0, '0 s'],
    [0.04, '0.1 s'],
    [0.44, '0.4 s'],
    [0.96, '1 s'],
    [59.4, '59 s'],
    [59.6, '1 min'],
    [200, '3 min 20 s'],
    [3_600, '1 h'],
    [7_500, '2 h 5 min'],
    [86_400 * 4 + 3_600 * 3, '4 d 3 h'],
    [31_557_600 * 2.5, '2.5 years'],
    [31_557_600 * 123_456, '123,000 years'],
    [Infinity, 'never'],
    [NaN, '–'],
    [-5, '−5 s']
  ])('%d s', (seconds, text) => expect(plainSpaces(formatDuration(seconds))).toBe(text));
});

describe('ages', () => {
  test.each([
    [0, 'just now'],
    [999, 'just now'],
    [12_000, '12 s ago'],
    [119_999, '1 min ago'],
    [2 * 3_600_000, '2 h ago'],
    [49 * 3_600_000, '2 d ago'],
    [-12_000, 'in 12 s']
  ])('%d ms', (age, text) => expect(plainSpaces(formatAge(age))).toBe(text));
});

describe('shares', () => {
  test.each([
    [0, '0%'],
    [0.00001, '<0.01%'],
    [0.005, '0.50%'],
    [0.123, '12.3%'],
    [0.9999, '>99.9%'],
    [1, '100%']
  ])('%d', (share, text) => expect(formatShare(share)).toBe(text));
});

test('no line ends between a number and its unit', () => {
  const texts = [
    formatHashRate(1e6),
    formatLarge(123_456),
    formatDuration(31_557_600 * 2),
    formatAmount(10n ** 24n),
    formatAboutCoins(5),
    describeQuantity(3n, COIN_UNITS[0]),
    formatSpeed(12)
  ];
  expect(texts.filter((text) => /\d [^\d]/.test(text))).toEqual([]);
  expect(formatDuration(200).split(' ')).toHaveLength(2);
});

test('an abbreviated id keeps both ends', () => {
  expect(shortenId('0123456789abcdef0123456789abcdef')).toBe('012345…abcdef');
  expect(shortenId('0123456789abc')).toBe('0123456789abc');
});

describe('in German', () => {
  beforeAll(() => loadMessages('de'));
  afterAll(() => loadMessages('en'));

  test.each([
    [() => formatHashRate(12_400_000), '12,4 MH/s'],
    [() => formatCount(1_234_567), '1.234.567'],
    [() => formatLarge(21_884n * 10n ** 18n), '2,19 × 10^22'],
    [() => formatRoundCoins(1_234_567n * 10n ** 24n + 10n ** 23n), '1.234.567,1'],
    [() => formatRoundCoins(1n), '<0,001'],
    [() => formatDuration(0.44), '0,4 s'],
    [() => formatDuration(31_557_600 * 2.5), '2,5 Jahre'],
    [() => formatDuration(Infinity), 'nie'],
    [() => formatAge(0), 'gerade eben'],
    [() => formatAge(12_000), 'vor 12 s'],
    [() => formatAge(-12_000), 'in 12 s'],
    [() => formatShare(0.123), '12,3 %'],
    [() => formatShare(0.00001), '<0,01 %'],
    [() => formatDay(Date.UTC(2026, 10, 20, 12)), '20. Nov. 2026']
  ])('%s becomes %s', (format, text) => expect(plainSpaces(format())).toBe(text));
});

test.each([
  ['1,234,567.891\u00a0SC', ['1,234,567.891\u00a0SC']],
  ['1,234,567,891,000,000,000,000\u00a0H', ['1,', '234,', '567,', '891,', '000,', '000,', '000,', '000\u00a0H']],
  ['−1.234.567.891.000.000.000.000\u00a0H', ['−1.', '234.', '567.', '891.', '000.', '000.', '000.', '000\u00a0H']],
  ['١٬٢٣٤٬٥٦٧٬٨٩١٬٠٠٠٬٠٠٠٬٠٠٠', ['١٬', '٢٣٤٬', '٥٦٧٬', '٨٩١٬', '٠٠٠٬', '٠٠٠٬', '٠٠٠']]
])('%s continues on another line only after a group of digits', (text, parts) => {
  expect(lineParts(text)).toEqual(parts);
});
