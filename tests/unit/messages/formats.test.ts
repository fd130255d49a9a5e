import { afterEach, describe, expect, test } from 'vitest';
import { setFormats } from '$lib/messages/formats';
import { amountFigure, formatAboutCoins, formatAmount } from '$lib/messages/quantities/amounts';
import { formatDateTime, formatMoment } from '$lib/messages/format';
import { COIN_UNITS, SIZE_UNITS, STORAGE_PRICE_UNITS, TRAFFIC_PRICE_UNITS } from '$lib/chain/currency/quantity';
import { formatSize, formatSpeed, readersUnit, splitSize } from '$lib/messages/quantities/sizes';
import { DEFAULT_FORMATS, type Formats } from '$lib/services/settings/formats';
import { plainSpaces } from '../../support/plainSpaces';

const choose = (formats: Partial<Formats>) => setFormats(() => ({ ...DEFAULT_FORMATS, ...formats }));
afterEach(() => choose({}));

const COIN = 10n ** 24n;

describe('amounts', () => {
  const amount = 1_234n * COIN + COIN / 3n;
  test.each([
    [{}, '1,234.333 SC'],
    [{ decimals: 0 }, '1,234 SC'],
    [{ decimals: 6 }, '1,234.333333 SC'],
    [{ amounts: 'hastings' }, '1,234,333,333,333,333,333,333,333,333 H']
  ] as const)('%o', (formats, text) => {
    choose(formats);
    expect(plainSpaces(formatAmount(amount))).toBe(text);
    const { value, unit } = amountFigure(amount);
    expect(`${value} ${unit}`).toBe(text);
  });

  test('an explicit number of decimals takes precedence', () => {
    choose({ decimals: 0 });
    expect(plainSpaces(formatAmount(amount, 6))).toBe('1,234.333333 SC');
  });

  test('a loss has the same minus sign in both units', () => {
    expect(plainSpaces(formatAmount(-COIN))).toBe('−1 SC');
    choose({ amounts: 'hastings' });
    expect(plainSpaces(formatAmount(-12n))).toBe('−12 H');
  });

  test('chart labels use the selected unit', () => {
    expect(plainSpaces(formatAboutCoins(1.5))).toBe('1.5 SC');
    choose({ amounts: 'hastings' });
    expect(plainSpaces(formatAboutCoins(1.5))).toBe('1.50 × 10^24 H');
  });
});

describe('sizes', () => {
  test.each([
    [0n, '0 B', '0 B'],
    [999n, '999 B', '999 B'],
    [4n << 20n, '4.19 MB', '4 MiB'],
    [268_435_456n, '268 MB', '256 MiB'],
    [10n ** 12n, '1 TB', '931 GiB']
  ])('%d bytes', (bytes, decimal, binary) => {
    expect(plainSpaces(formatSize(bytes))).toBe(decimal);
    choose({ sizes: 'binary' });
    expect(plainSpaces(formatSize(bytes))).toBe(binary);
    expect(splitSize(bytes).join(' ')).toBe(binary);
  });
});

describe('moments', () => {
  const noon = Date.UTC(2026, 10, 22, 12);
  test('a selected time zone overrides the system’s', () => {
    choose({ timeZone: 'Asia/Tokyo' });
    expect(formatDateTime(noon)).toBe('22 Nov 2026, 21:00:00');
    choose({ timeZone: 'America/New_York' });
    expect(formatDateTime(noon)).toBe('22 Nov 2026, 07:00:00');
  });

  test('ages, or times with the day unless it is today', () => {
    expect(plainSpaces(formatMoment(noon - 90_000, noon))).toBe('1 min ago');
    choose({ times: 'absolute', timeZone: 'UTC' });
    expect(formatMoment(noon - 90_000, noon)).toBe('11:58:30');
    expect(formatMoment(noon - 86_400_000, noon)).toBe('21 Nov 2026, 12:00:00');
    expect(formatMoment(NaN, noon)).toBe('–');
  });
});

test('units of sizes and of their prices follow the setting, others do not', () => {
  const symbols = () =>
    [SIZE_UNITS[4], STORAGE_PRICE_UNITS[0], TRAFFIC_PRICE_UNITS[0], COIN_UNITS[0], undefined].map(
      (unit) => readersUnit(unit)?.symbol
    );
  expect(symbols()).toEqual(['TB', 'SC/TB/month', 'SC/TB', 'SC', undefined]);
  expect(plainSpaces(formatSpeed(1_500_000.4))).toBe('1.5 MB/s');
  choose({ sizes: 'binary' });
  expect(symbols()).toEqual(['TiB', 'SC/TiB/month', 'SC/TiB', 'SC', undefined]);
  expect(plainSpaces(formatSpeed(1_572_864))).toBe('1.5 MiB/s');
});
