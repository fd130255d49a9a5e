import { expect, test } from 'vitest';
import { parsePrice } from '$lib/chain/currency/price';
import {
  CALL_PRICE_UNITS,
  COIN_UNITS,
  STORAGE_PRICE_UNITS,
  TRAFFIC_PRICE_UNITS,
  parseQuantity,
  shortQuantity,
  type Unit
} from '$lib/chain/currency/quantity';
import { currencyUnit, formatUnitPrice } from '$lib/messages/quantities/currency';

const COIN = 10n ** 24n;

// 200 SC per TB and 4,320 blocks are 46,296,296,296 hastings per byte and block, slightly less than 200 SC.
test.each<[string, bigint, Unit]>([
  ['€0.50/TB/month', 46_296_296_296n, STORAGE_PRICE_UNITS[0]],
  ['€0.55/TiB/month', 46_296_296_296n, STORAGE_PRICE_UNITS[1]],
  ['€0.0005/GB/month', 46_296_296_296n, STORAGE_PRICE_UNITS[2]],
  ['€2.50/TB', 1000n * 10n ** 12n, TRAFFIC_PRICE_UNITS[0]],
  ['€0.25 per million calls', 100n * 10n ** 18n, CALL_PRICE_UNITS[0]],
  ['€0.50', 200n * COIN, COIN_UNITS[0]],
  ['€0.00/TB', 0n, TRAFFIC_PRICE_UNITS[0]]
])('at €0.0025 per coin: %s', (text, value, unit) =>
  expect(formatUnitPrice(value, unit, parsePrice('0.0025'), 'EUR')).toBe(text)
);

test.each<[string, string, bigint, Unit]>([
  ['0.5', 'EUR/TB/month', 46_296_296_296n, STORAGE_PRICE_UNITS[0]],
  ['2.5', 'EUR/TB', 1000n * 10n ** 12n, TRAFFIC_PRICE_UNITS[0]],
  ['0.25', 'EUR per million calls', 100n * 10n ** 18n, CALL_PRICE_UNITS[0]],
  ['0.5', 'EUR', 200n * COIN, COIN_UNITS[0]]
])('typed at €0.0025 per coin: %s %s', (typed, symbol, value, unit) => {
  const inEuros = currencyUnit(unit, parsePrice('0.0025'), 'EUR');
  expect(inEuros.symbol).toBe(symbol);
  expect(parseQuantity(typed, inEuros).value).toBe(value);
  expect(shortQuantity(value, inEuros)).toBe(typed);
});
