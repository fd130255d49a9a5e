import { HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { currencyValue, type CoinPrice, type CurrencyAmount } from '$lib/chain/currency/price';
import type { Unit } from '$lib/chain/currency/quantity';
import { intlTag } from '../locale';
import { unitName } from './quantity';

const SCALE = 1e12;

/** The name of a unit that begins with coins, with something else in their place. */
const inPlaceOfCoins = (unit: Unit, text: string): string => unitName(unit).replace(/^SC/, text);

/** An amount of a currency as people write it: "€12.34"; below a cent two digits that count: "€0.0023". */
export function formatCurrencyAmount(amount: CurrencyAmount, currency: string): string {
  const value = Number(amount) / SCALE;
  const isSmall = value !== 0 && Math.abs(value) < 0.01;
  return new Intl.NumberFormat(intlTag(), {
    style: 'currency',
    currency,
    ...(isSmall && { maximumSignificantDigits: 2 })
  }).format(value);
}

/**
 * A price in a currency: "€1.20/TB/month", "€0.50 per million calls", "€2.00" for a unit of coins alone.
 * @param value in the base units of `unit`, such as hastings per byte and block
 * @param unit one whose symbol begins with coins, as that of `SC/TB/month`
 * @param price what one coin costs
 */
export function formatUnitPrice(value: bigint, unit: Unit, price: CoinPrice, currency: string): string {
  const hastings = (value * unit.denominator * HASTINGS_PER_COIN) / unit.numerator;
  return inPlaceOfCoins(unit, formatCurrencyAmount(currencyValue(hastings, price), currency));
}

/**
 * The same unit in a currency, to type prices in: `EUR/TB/month`.
 * @param unit one whose symbol begins with coins, as that of `SC/TB/month`
 * @param price what one coin costs
 */
export const currencyUnit = (unit: Unit, price: CoinPrice, currency: string): Unit => ({
  symbol: inPlaceOfCoins(unit, currency),
  coins: unit,
  numerator: unit.numerator * BigInt(SCALE),
  denominator: unit.denominator * price
});
