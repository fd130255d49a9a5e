import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COIN_UNITS, parseQuantity, SIZE_UNITS, STORAGE_PRICE_UNITS, type Unit } from '$lib/chain/currency/quantity';
import { durationUnits } from '$lib/chain/currency/durationUnits';
import { setReaderTags } from '$lib/messages/locale';
import { loadMessages } from '../../../support/messages';
import { plainSpaces } from '../../../support/plainSpaces';
import { exactText, roundedText, quantityText, readQuantity, splitUnit } from '$lib/components/form/quantityText';

/** Units for a block time of ten minutes. */
const DURATION_UNITS = durationUnits(600);

const unit = (symbol: string): Unit =>
  [...SIZE_UNITS, ...DURATION_UNITS, ...COIN_UNITS, ...STORAGE_PRICE_UNITS].find((one) => one.symbol === symbol)!;
const [blocks, days, months, gb, price] = ['blocks', 'days', 'months', 'GB', 'SC/TB/month'].map(unit) as [
  Unit,
  Unit,
  Unit,
  Unit,
  Unit
];

test.each([
  [12_960n, months, '3 months', '3 months'],
  [4320n, months, '1 month', '1 month'],
  [100n, months, '0.0231 months (100 blocks)', '100 blocks'],
  [1008n, months, '0.2333 months (1 week)', '1 week'],
  [12_345n, blocks, '12,345 blocks', '12,345 blocks']
])('%d blocks in %o', (value, one, text, exact) => {
  expect(plainSpaces(quantityText(value, one, DURATION_UNITS))).toBe(text);
  expect(plainSpaces(exactText(value, one, DURATION_UNITS))).toBe(exact);
});

test('hides the rounding error of a price', () => {
  expect(plainSpaces(quantityText(41_666_666_667n, price, STORAGE_PRICE_UNITS))).toBe('180 SC/TB/month');
  expect(plainSpaces(exactText(41_666_666_667n, price, STORAGE_PRICE_UNITS))).toBe('180.00000000144 SC/TB/month');
  // Two hastings are a valid price, but not what the shortest text that parses to them suggests.
  expect(quantityText(2n, price, STORAGE_PRICE_UNITS)).toContain('(');
});

test.each([
  [41_666_666_667n, price, '180 SC/TB/month'],
  [27_846_711_110_600_000_000_000_000n, unit('SC'), 'about 27.85 SC'],
  [27_846_711_110_600_000_000_000_000n, unit('KS'), 'about 0.02785 KS'],
  [1_234_567_891_234_567_891_234_567_891n, unit('SC'), 'about 1,235 SC'],
  [12_345n * 10n ** 24n, unit('SC'), '12,345 SC'],
  [0n, unit('SC'), '0 SC']
])('%d as a short text', (value, one, text) => expect(plainSpaces(roundedText(value, one))).toBe(text));

describe('typed text', () => {
  test.each([
    ['3', months, { value: 12_960n }],
    ['0.142857', months, { value: 617n, note: '= 617 blocks, about 0.143 months' }],
    ['0.5', days, { value: 72n }],
    ['0.3', blocks, { value: 0n, note: '= 0 blocks' }]
  ])('"%s" of %o', (text, one, reading) => {
    const { note, ...rest } = readQuantity(text, one, DURATION_UNITS);
    expect({ ...rest, ...(note !== undefined && { note: plainSpaces(note) }) }).toEqual(reading);
  });

  test('shows the exact value of a rounded price', () => {
    expect(plainSpaces(readQuantity('180', price, STORAGE_PRICE_UNITS).note!)).toBe('= 180.00000000144 SC/TB/month');
  });

  test('may be empty only if optional', () => {
    expect(readQuantity(' ', gb, SIZE_UNITS, {}, true)).toEqual({});
    expect(readQuantity(' ', gb, SIZE_UNITS).problem?.code).toBe('quantity/empty');
  });

  const limits = { min: 1n << 28n, max: 1n << 54n };
  test.each([
    [limits.min - 1n, 'quantity/too-small'],
    [limits.min, undefined],
    [limits.min + 1n, undefined],
    [limits.max - 1n, undefined],
    [limits.max, undefined],
    [limits.max + 1n, 'quantity/too-large']
  ])('%d bytes checked against the limits, in each unit', (value, code) => {
    for (const one of SIZE_UNITS) {
      const text = exactText(value, one, [one]).split(/\s/)[0]!;
      const reading = readQuantity(text, one, SIZE_UNITS, limits);
      expect([reading.value, reading.problem?.code], one.symbol).toEqual([value, code]);
    }
  });

  test.each([
    ['GB', 'At least 0.268435456 GB.'],
    ['MiB', 'At least 256 MiB.'],
    ['TB', 'At least 0.000268435456 TB.']
  ])('a limit is shown in %s, the selected unit', (symbol, message) =>
    expect(plainSpaces(readQuantity('0', unit(symbol), SIZE_UNITS, limits).problem!.message)).toBe(message)
  );

  test('returns a problem for exactly the values outside the limits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 60n }), fc.constantFrom<Unit>(...SIZE_UNITS), (value, one) => {
        const { value: read, problem } = readQuantity(String(value), one, SIZE_UNITS, limits);
        expect(problem === undefined).toBe(read! >= limits.min && read! <= limits.max);
        expect(read).toBe(parseQuantity(String(value), one).value);
      })
    );
  });
});

test.each([
  ['250 GB', '250', 'GB'],
  ['250gb', '250', 'GB'],
  ['1.5 TiB', '1.5', 'TiB'],
  ['5 b', '5', 'B'],
  ['1,000 MB', '1,000', 'MB'],
  ['250', '250', undefined],
  ['GB', 'GB', undefined],
  ['250 XB', '250 XB', undefined],
  ['250 GB/s', '250 GB/s', undefined]
])('"%s" is %s and %s', (text, number, symbol) =>
  expect(splitUnit(text, SIZE_UNITS)).toEqual({ number, ...(symbol !== undefined && { unit: unit(symbol) }) })
);

test('megacoins are not millicoins', () => {
  expect([splitUnit('5 mS', COIN_UNITS), splitUnit('5 MS', COIN_UNITS)].map((one) => one.unit?.symbol)).toEqual([
    'mS',
    'MS'
  ]);
});

test('the singular unit name is recognized', () => {
  expect(splitUnit('1 block', DURATION_UNITS)).toEqual({ number: '1', unit: blocks });
});

test.each([
  ['1.5.2', '“1.5.2” is not a number.'],
  ['1e3', 'Write the number out, without an exponent.'],
  ['many', '“many” is not a number.'],
  ['many'.repeat(200), `“${'many'.repeat(10)}…” is not a number.`],
  ['-1', 'Enter 0 or more.']
])('"%s" gets a specific message', (typed, words) =>
  expect(readQuantity(typed, gb, SIZE_UNITS).problem?.message).toBe(words)
);

describe('for a user who reads English and German', () => {
  beforeAll(() => setReaderTags(['en-GB', 'de-AT']));
  afterAll(() => setReaderTags([]));

  test.each([
    ['1.500', [1_500_000_000n, 1_500_000_000_000n]],
    ['1,500', [1_500_000_000_000n, 1_500_000_000n]]
  ])('%s is ambiguous', (typed, readings) => {
    const { value, problem, readings: asked } = readQuantity(typed, gb, SIZE_UNITS);
    expect([value, problem?.code, asked]).toEqual([undefined, 'quantity/ambiguous', readings]);
  });

  test.each([
    ['1,5', 1_500_000_000n],
    ['1.5', 1_500_000_000n],
    ['1.234,5', 1_234_500_000_000n],
    ['1,234.5', 1_234_500_000_000n],
    ["12'345", 12_345_000_000_000n]
  ])('%s has one meaning', (typed, value) => expect(readQuantity(typed, gb, SIZE_UNITS).value).toBe(value));
});

describe('in German', () => {
  beforeAll(() => loadMessages('de'));
  afterAll(() => loadMessages('en'));

  test('German uses a decimal comma and points between thousands', () => {
    expect(plainSpaces(quantityText(100n, months, DURATION_UNITS))).toBe('0,0231 Monate (100 Blöcke)');
    expect(plainSpaces(exactText(12_345n, blocks, DURATION_UNITS))).toBe('12.345 Blöcke');
    expect(readQuantity('12.345', blocks, DURATION_UNITS).value).toBe(12_345n);
    expect(readQuantity('0,5', days, DURATION_UNITS).value).toBe(72n);
    expect(readQuantity('1.5', gb, SIZE_UNITS).value).toBe(1_500_000_000n);
  });

  test('recognizes a unit by its German name', () =>
    expect(splitUnit('1 Monat', DURATION_UNITS)).toEqual({ number: '1', unit: months }));
});
