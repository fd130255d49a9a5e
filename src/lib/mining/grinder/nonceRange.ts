import { AppError } from '$lib/errors';
import type { NonceRange } from './grinder';

/** Nonces are u64: arithmetic on them wraps here. */
const NONCE_SPACE = 1n << 64n;

/** A nonce factor that no network can have: it must be a whole number from 1 to 2^64 - 1. */
export class NonceFactorError extends AppError {
  readonly code = 'mining/nonce-factor';

  constructor(readonly factor: bigint) {
    super(`The network states a nonce factor of ${factor}, which cannot be mined: it must be between 1 and 2^64 - 1.`);
  }
}

/** The nonce at `index` of a range. */
export const nonceAt = (range: NonceRange, index: bigint): bigint =>
  BigInt.asUintN(64, range.first + index * range.step);

/** Whether the rule on nonces allows this one. */
export const isMultipleOf = (factor: bigint, nonce: bigint): boolean => nonce % factor === 0n;

/** How many u64 nonces are multiples of the factor, 0 included. */
export function countMultiples(factor: bigint): bigint {
  if (factor < 1n || factor >= NONCE_SPACE) throw new NonceFactorError(factor);
  return (NONCE_SPACE - 1n) / factor + 1n;
}

/**
 * Every multiple of the factor exactly once, beginning near `start` (any u64, rounded down to a multiple) and going on
 * from 0 once 2^64 is reached. Two ranges, because adding the factor across 2^64 would leave its multiples; one if
 * `start` rounds to 0.
 * @throws {NonceFactorError}
 */
export function rangesFrom(factor: bigint, start: bigint): NonceRange[] {
  const total = countMultiples(factor);
  const skipped = BigInt.asUintN(64, start) / factor;
  const upper = { first: skipped * factor, step: factor, count: total - skipped };
  return skipped === 0n ? [upper] : [upper, { first: 0n, step: factor, count: skipped }];
}

/** A piece of a range: `count` nonces from index `from`, cut at the range's end. */
export function sliceRange(range: NonceRange, from: bigint, count: bigint): NonceRange {
  const left = range.count > from ? range.count - from : 0n;
  return { first: nonceAt(range, from), step: range.step, count: count < left ? count : left };
}

/** The range cut into `parts` adjacent pieces that differ in size by one at most; empty pieces are left out. */
export function splitRange(range: NonceRange, parts: number): NonceRange[] {
  const pieces: NonceRange[] = [];
  for (let i = 0; i < parts; i++) {
    const from = (range.count * BigInt(i)) / BigInt(parts);
    const to = (range.count * BigInt(i + 1)) / BigInt(parts);
    if (to > from) pieces.push(sliceRange(range, from, to - from));
  }
  return pieces;
}
