import { CurrencyError } from '../errors';
import { hastings, HASTINGS_PER_COIN, MAX_HASTINGS, type Hastings } from './currency';

/** Decimals kept of a currency amount: a coin can cost a fraction of a cent. */
const DECIMALS = 12;
const SCALE = 10n ** BigInt(DECIMALS);
const PRICE = /^\d{1,12}(?:\.\d{1,12})?$/;

/** An amount of a currency, such as euros, in units of 10^-12. */
export type CurrencyAmount = bigint & { readonly brand?: 'CurrencyAmount' };

/** The price of one coin. */
export type CoinPrice = CurrencyAmount;

/**
 * Parses a price such as `0.00234`.
 * @throws {CurrencyError} not a positive decimal number with at most twelve decimals
 */
export function parsePrice(text: string): CoinPrice {
  const [whole = '', fraction = ''] = text.split('.');
  const price = PRICE.test(text) ? BigInt(whole) * SCALE + BigInt(fraction.padEnd(DECIMALS, '0')) : 0n;
  if (price === 0n) throw new CurrencyError('currency/not-a-number', `${JSON.stringify(text)} is not a price`);
  return price;
}

/** Exact decimal text: `0.00234`, `-1.5`. */
export function formatCurrency(amount: CurrencyAmount): string {
  const size = amount < 0n ? -amount : amount;
  const fraction = (size % SCALE).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${size / SCALE}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * The value of coins, rounded toward zero.
 * @param coins hastings; negative for a payment
 */
export const currencyValue = (coins: bigint, price: CoinPrice): CurrencyAmount => (coins * price) / HASTINGS_PER_COIN;

/**
 * The coins that this value buys, rounded down to a millionth of a coin.
 * @throws {CurrencyError} more than 128 bits of hastings
 */
export function coinsFor(value: CurrencyAmount, price: CoinPrice): Hastings {
  const step = HASTINGS_PER_COIN / 1_000_000n;
  const coins = ((value * HASTINGS_PER_COIN) / price / step) * step;
  if (coins > MAX_HASTINGS) throw new CurrencyError('currency/overflow', 'an amount cannot have more than 128 bits');
  return hastings(coins);
}

/**
 * A number as a price.
 * @returns undefined if the number is not positive, not finite, or out of range
 */
export function priceOfNumber(value: number): CoinPrice | undefined {
  if (!Number.isFinite(value) || value <= 0 || value >= 1e12) return undefined;
  const price = BigInt(value.toFixed(DECIMALS).replace('.', ''));
  return price > 0n ? price : undefined;
}
