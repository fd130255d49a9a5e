import { expect, test } from 'vitest';
import { durationUnits } from '$lib/chain/currency/durationUnits';
import { bestUnit, describeQuantity, parseQuantity } from '$lib/chain/currency/quantity';

/** One of each unit, in blocks. */
const lengths = (blockSeconds?: number) =>
  Object.fromEntries(durationUnits(blockSeconds).map((unit) => [unit.symbol, parseQuantity('1', unit)]));
const exactly = (value: bigint) => ({ value, exact: true });

test.each([
  ['the main network', 600, [1n, 6n, 144n, 1008n, 4320n]],
  ['a development network', 10, [1n, 360n, 8640n, 60_480n, 259_200n]],
  ['an unknown network', undefined, [1n, 6n, 144n, 1008n, 4320n]],
  ['a network with sub-second blocks, which daemons report as 0', 0, [1n, 6n, 144n, 1008n, 4320n]]
])('units of %s', (_, blockSeconds, blocks) => {
  const [block, hour, day, week, month] = blocks.map(exactly);
  expect(lengths(blockSeconds)).toEqual({ blocks: block, hours: hour, days: day, weeks: week, months: month });
});

test('a unit need not be a whole number of blocks', () => {
  const [, hours, days] = durationUnits(7_000);
  expect(parseQuantity('35', hours)).toEqual(exactly(18n));
  expect(parseQuantity('1', days)).toEqual({ value: 12n, exact: false });
});

test('the same blocks are 12 weeks on one network and 1.4 days on another', () => {
  const [, , days, weeks] = durationUnits(600);
  expect(describeQuantity(12_096n, weeks)).toBe('12 weeks');
  expect(bestUnit(12_096n, durationUnits(600))).toEqual(weeks);
  expect(describeQuantity(12_096n, durationUnits(10)[2])).toBe('1.4 days');
  expect(describeQuantity(12_096n, days)).toBe('84 days');
});
