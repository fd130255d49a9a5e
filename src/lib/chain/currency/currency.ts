import type { Brand } from '$lib/codec/brand';
import { CurrencyError } from '../errors';

/** An amount in hastings, 10^24 to the coin; 0 to 2^128 - 1. */
export type Hastings = Brand<bigint, 'Hastings'>;
/** A count of fund units, u64; never fractional. */
export type FundUnits = Brand<bigint, 'FundUnits'>;

export const HASTINGS_PER_COIN = 10n ** 24n;
/** Total number of fund units. */
export const FUND_COUNT = 10_000n;
/** Amounts are 128-bit on the wire. */
export const MAX_HASTINGS = (1n << 128n) - 1n;

export const hastings = (value: bigint): Hastings => value as Hastings;
export const fundUnits = (value: bigint): FundUnits => value as FundUnits;

/** a + b. Not checked: sums of untrusted amounts may exceed 128 bits, which can be displayed but not sent. */
export const addHastings = (a: bigint, b: bigint): Hastings => hastings(a + b);

/** Sum of the amounts, unchecked like {@link addHastings}; 0 for none. */
export const sumHastings = (amounts: Iterable<Hastings>): Hastings => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return hastings(total);
};

/**
 * a - b.
 * @throws {CurrencyError} `b` is larger
 */
export function subtractHastings(a: bigint, b: bigint): Hastings {
  if (b > a) throw new CurrencyError('currency/negative', 'an amount cannot be negative');
  return hastings(a - b);
}
