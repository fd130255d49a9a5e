import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTypedQuantity } from '$lib/chain/currency/typedQuantity';
import {
  bestUnit,
  CALL_PRICE_UNITS,
  COIN_UNITS,
  describeQuantity,
  formatQuantity,
  parseQuantity,
  RATE_UNITS,
  roundQuantity,
  SECONDS_UNITS,
  shortQuantity,
  SIZE_UNITS,
  SPEED_UNITS,
  STORAGE_PRICE_UNITS,
  TRAFFIC_PRICE_UNITS,
  type Unit
} from '$lib/chain/currency/quantity';
import { durationUnits } from '$lib/chain/currency/durationUnits';

/** Units for a block time of ten minutes. */
const DURATION_UNITS = durationUnits(600);

const LISTS = {
  SIZE_UNITS,
  DURATION_UNITS,
  SECONDS_UNITS,
  COIN_UNITS,
  STORAGE_PRICE_UNITS,
  TRAFFIC_PRICE_UNITS,
  CALL_PRICE_UNITS,
  SPEED_UNITS,
  RATE_UNITS
};
const units = Object.entries(LISTS).flatMap(([list, members]) =>
  members.map((unit): [string, Unit] => [`${list} ${unit.symbol}`, unit])
);
const unitOf = (symbol: string): Unit => units.find(([, unit]) => unit.symbol === symbol)![1];

/** Any wire amount, size or count, small ones as often as huge ones. */
const value = fc.integer({ min: 0, max: 128 }).chain((bits) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }));

describe.each(units)('%s', (_, unit) => {
  test('short text parses back to the same value', () => {
    fc.assert(
      fc.property(value, (v) => {
        expect(parseQuantity(shortQuantity(v, unit), unit).value).toBe(v);
      })
    );
  });

  test('exact text parses back exactly; the short text is never longer', () => {
    fc.assert(
      fc.property(value, (v) => {
        const text = formatQuantity(v, unit);
        if (text === undefined) return;
        expect(parseQuantity(text, unit)).toEqual({ value: v, exact: true });
        expect(shortQuantity(v, unit).length).toBeLessThanOrEqual(text.length);
      })
    );
  });

  test('text is exact if and only if it is a whole number of base units; otherwise rounded to the nearest', () => {
    fc.assert(
      fc.property(value, fc.nat(12), (digits, decimals) => {
        const text = `${digits / 10n ** BigInt(decimals)}.${(digits % 10n ** BigInt(decimals)).toString().padStart(decimals, '0')}`;
        const scale = 10n ** BigInt(decimals) * unit.denominator;
        const wanted = digits * unit.numerator;
        const read = parseQuantity(text, unit);
        expect(read.exact).toBe(wanted % scale === 0n);
        const off = 2n * (read.value * scale - wanted);
        expect(off > -scale && off <= scale).toBe(true);
      })
    );
  });

  test('parsing is monotonic', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(parseQuantity(`${less}`, unit).value <= parseQuantity(`${more}`, unit).value).toBe(true);
      })
    );
  });
});

describe.each(Object.entries(LISTS))('%s', (_, list) => {
  test('every value is exact in some unit', () => {
    fc.assert(
      fc.property(value, (v) => {
        expect(formatQuantity(v, bestUnit(v, list))).toBeDefined();
      })
    );
  });

  test('converting between any two units is lossless', () => {
    fc.assert(
      fc.property(value, fc.constantFrom<Unit>(...list), fc.constantFrom<Unit>(...list), (v, from, to) => {
        const there = parseQuantity(shortQuantity(v, from), from).value;
        expect(parseQuantity(shortQuantity(there, to), to).value).toBe(v);
      })
    );
  });
});

test.each([
  ['1', 'months', 4320n, true],
  ['3', 'months', 12_960n, true],
  ['0.142857', 'months', 617n, false],
  ['0.5', 'blocks', 1n, false],
  ['0.4999', 'blocks', 0n, false],
  ['180', 'SC/TB/month', 41_666_666_667n, false],
  ['180.00000000144', 'SC/TB/month', 41_666_666_667n, true],
  ['1', 'SC/TB', 10n ** 12n, true],
  ['1', 'SC per million calls', 10n ** 18n, true],
  ['100', 'GB/month', 23_148_148n, false],
  ['8', 'Mbit/s', 1_000_000n, true],
  ['16', 'PiB', 1n << 54n, true],
  [' 1,234,567.5 ', 'KB', 1_234_567_500n, true],
  ['12 960', 'blocks', 12_960n, true],
  ['1_000', 'B', 1000n, true],
  ['.5', 'KB', 500n, true],
  ['5.', 'KB', 5000n, true],
  ['+5', 'B', 5n, true],
  ['-0', 'B', 0n, true],
  ['1'.padStart(200, '0'), 'B', 1n, true]
])('"%s" %s', (text, symbol, value, exact) => expect(parseQuantity(text, unitOf(symbol))).toEqual({ value, exact }));

test.each([
  ['', 'quantity/empty'],
  ['  ', 'quantity/empty'],
  ['many', 'quantity/not-a-number'],
  ['1.5.2', 'quantity/not-a-number'],
  ['1,5', 'quantity/not-a-number'],
  ['1,0000', 'quantity/not-a-number'],
  ['1.000,5', 'quantity/not-a-number'],
  ['1e3', 'quantity/not-a-number'],
  ['1/7', 'quantity/not-a-number'],
  ['0x10', 'quantity/not-a-number'],
  ['.', 'quantity/not-a-number'],
  ['-', 'quantity/not-a-number'],
  ['5 GB', 'quantity/not-a-number'],
  ['-1', 'quantity/negative'],
  ['−0.1', 'quantity/negative'],
  ['9'.repeat(201), 'quantity/too-long']
])('"%s" is rejected', (text, code) =>
  expect(() => parseQuantity(text, unitOf('GB'))).toThrow(expect.objectContaining({ code }))
);

test.each([
  [0n, SIZE_UNITS, 'B'],
  [999n, SIZE_UNITS, 'B'],
  [5_000_000_000n, SIZE_UNITS, 'GB'],
  [1n << 30n, SIZE_UNITS, 'GiB'],
  [1n << 28n, SIZE_UNITS, 'MiB'],
  // 0.5 MB is equally short.
  [500_000n, SIZE_UNITS, 'KB'],
  [12_960n, DURATION_UNITS, 'months'],
  [144n, DURATION_UNITS, 'days'],
  [1008n, DURATION_UNITS, 'weeks'],
  [100n, DURATION_UNITS, 'blocks'],
  [100_001n, DURATION_UNITS, 'blocks'],
  [41_666_666_667n, STORAGE_PRICE_UNITS, 'SC/TB/month'],
  [5n * 10n ** 22n, COIN_UNITS, 'mS'],
  [1n, COIN_UNITS, 'mS'],
  // 0.9995 SC/TB/month is shorter, but less than one unit.
  [211_000_000n, STORAGE_PRICE_UNITS, 'SC/TiB/month']
])('the best unit of %d', (value, list, symbol) => expect(bestUnit(value, list).symbol).toBe(symbol));

test.each([
  [100n, 'days', undefined],
  [72n, 'days', '0.5'],
  [41_666_666_667n, 'SC/TB/month', '180.00000000144'],
  [-1500n, 'KB', '-1.5'],
  [0n, 'months', '0']
])('%d in %s is exactly %s', (value, symbol, text) => expect(formatQuantity(value, unitOf(symbol))).toBe(text));

test.each([
  [12_960n, 'months', 2, '3 months'],
  [4320n, 'months', 2, '1 month'],
  [100n, 'days', 2, '0.69 days'],
  [41_666_666_667n, 'SC/TB/month', 2, '180 SC/TB/month'],
  [1n, 'TB', 2, '<0.01 TB'],
  [-1n, 'TB', 2, '−<0.01 TB'],
  [0n, 'TB', 2, '0 TB'],
  [1_234_567_890n, 'KB', 1, '1,234,567.9 KB'],
  [-1500n, 'KB', 1, '−1.5 KB'],
  [-1_234_567_890n, 'KB', 0, '−1,234,568 KB'],
  [999_999_999n, 'KB', 0, '1,000,000 KB']
])('%d in %s with %i digits reads %s', (value, symbol, digits, text) => {
  expect(describeQuantity(value, unitOf(symbol), digits)).toBe(text);
  expect(text.startsWith(roundQuantity(value, unitOf(symbol), digits))).toBe(true);
});

test('three digits are shown by default', () => {
  expect(describeQuantity(100n, unitOf('days'))).toBe('0.694 days');
});

test('an empty list has no best unit', () => {
  expect(() => bestUnit(1n, [])).toThrow(RangeError);
});

const EN = [{ decimal: '.', group: ',' }];
const DE = [{ decimal: ',', group: '.' }];

test.each<[string, ReturnType<typeof readTypedQuantity>]>([
  ['', { kind: 'empty' }],
  [' + ', { kind: 'empty' }],
  ['+1,5', { kind: 'quantity', value: 1500n, exact: true }],
  [' 1.5 ', { kind: 'quantity', value: 1500n, exact: true }],
  ['0.0001', { kind: 'quantity', value: 0n, exact: false }],
  ['1,234', { kind: 'ambiguous', readings: [1_234_000n, 1234n] }],
  ['1'.padStart(200, '0'), { kind: 'quantity', value: 1000n, exact: true }],
  ['1'.padStart(201, '0'), { kind: 'invalid', code: 'quantity/too-long' }],
  ['many'.repeat(51), { kind: 'invalid', code: 'quantity/not-a-number' }],
  ['-1', { kind: 'invalid', code: 'quantity/negative' }],
  ['−  .5', { kind: 'invalid', code: 'quantity/negative' }],
  ['-,5', { kind: 'invalid', code: 'quantity/negative' }],
  ['-', { kind: 'invalid', code: 'quantity/not-a-number' }],
  ['-x', { kind: 'invalid', code: 'quantity/not-a-number' }],
  ['1-1', { kind: 'invalid', code: 'quantity/not-a-number' }],
  ['1+', { kind: 'invalid', code: 'quantity/not-a-number' }],
  ['1 KB', { kind: 'invalid', code: 'quantity/not-a-number' }]
])('%j typed into a field of kilobytes', (typed, quantity) => {
  expect(readTypedQuantity(typed, [...EN, ...DE], unitOf('KB'))).toEqual(quantity);
});
