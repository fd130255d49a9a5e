import type { Brand } from '$lib/codec/brand';
import { CurrencyError } from '../errors';

/** An amount in hastings, 10^24 to a coin; 0 to 2^128 - 1. */
export type Hastings = Brand<bigint, 'Hastings'>;
/** A count of fund units, u64; they have no fraction. */
export type FundUnits = Brand<bigint, 'FundUnits'>;

export const HASTINGS_PER_COIN = 10n ** 24n;
/** Total number of fund units. */
export const FUND_COUNT = 10_000n;
/** Amounts are 128-bit on the wire; larger sums are an overflow error. */
export const MAX_HASTINGS = (1n << 128n) - 1n;

export const hastings = (value: bigint): Hastings => value as Hastings;
export const fundUnits = (value: bigint): FundUnits => value as FundUnits;

/**
 * a + b.
 * @throws {CurrencyError} above 128 bits
 */
export const addHastings = (a: bigint, b: bigint): Hastings => inRange(a + b);

/**
 * Sum of the amounts; 0 for none.
 * @throws {CurrencyError} above 128 bits
 */
export const sumHastings = (amounts: Iterable<Hastings>): Hastings => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return inRange(total);
};

/**
 * a - b.
 * @throws {CurrencyError} `b` is larger
 */
export const subtractHastings = (a: bigint, b: bigint): Hastings => inRange(a - b);

function inRange(value: bigint): Hastings {
  if (value < 0n) throw new CurrencyError('currency/negative', 'an amount cannot be negative');
  if (value > MAX_HASTINGS) throw new CurrencyError('currency/overflow', 'an amount cannot have more than 128 bits');
  return hastings(value);
}
