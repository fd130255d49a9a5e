import type { Brand } from '$lib/codec/brand';
import { encodeHex, decodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { byteString, mapped, u64, type Layout } from '$lib/codec/layout';
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

const V1_MAX_BYTES = 16;
const MAX_FUND_UNITS = (1n << 64n) - 1n;

/** V1: u64 byte length, then big-endian bytes without leading zeros; zero has length 0. At most 16 bytes. */
export const v1Currency: Layout<Hastings> = mapped(
  byteString,
  (bytes) => {
    if (bytes.length > V1_MAX_BYTES) throw new CodecError(`currency of ${bytes.length} bytes, at most 16 allowed`);
    return hastings(bytes.length === 0 ? 0n : BigInt(`0x${encodeHex(bytes)}`));
  },
  (value) => {
    if (value === 0n) return new Uint8Array(0);
    if (value < 0n || value > MAX_HASTINGS) throw new CodecError(`amount ${value} does not fit 128 bits`);
    const digits = value.toString(16);
    return decodeHex(digits.length % 2 === 0 ? digits : `0${digits}`);
  }
);

/** V2: 16 bytes, the 128-bit integer little-endian. */
export const v2Currency: Layout<Hastings> = {
  write(w, value) {
    if (value < 0n || value > MAX_HASTINGS) throw new CodecError(`amount ${value} does not fit 128 bits`);
    w.u64(BigInt.asUintN(64, value));
    w.u64(value >> 64n);
  },
  read(r) {
    const low = r.u64();
    return hastings(low | (r.u64() << 64n));
  }
};

/** Fund units on their own: u64. */
export const v2FundUnits: Layout<FundUnits> = mapped(u64, fundUnits, (value) => value);

/** V1 fund units are written as V1 currency. */
export const v1FundUnits: Layout<FundUnits> = mapped(
  v1Currency,
  (value) => {
    if (value > MAX_FUND_UNITS) throw new CodecError(`${value} fund units do not fit 64 bits`);
    return fundUnits(value);
  },
  (value) => hastings(value)
);
