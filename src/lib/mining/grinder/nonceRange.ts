import { AppError } from '$lib/errors';
import type { NonceRange } from './grinder';

/** Nonces are u64: arithmetic on them wraps here. */
const NONCE_SPACE = 1n << 64n;

/** A nonce factor outside 1 to 2^64 - 1. */
export class NonceFactorError extends AppError {
  readonly code = 'mining/nonce-factor';

  constructor(readonly factor: bigint) {
    super(`Invalid nonce factor ${factor}: it must be between 1 and 2^64 - 1.`);
  }
}

/** The nonce at `index` of a range. */
export const nonceAt = (range: NonceRange, index: bigint): bigint =>
  BigInt.asUintN(64, range.first + index * range.step);

/** Whether the nonce is a multiple of the factor, as the nonce rule requires. */
export const isMultipleOf = (factor: bigint, nonce: bigint): boolean => nonce % factor === 0n;

/** Number of u64 values that are multiples of the factor, 0 included. @throws {NonceFactorError} */
export function countMultiples(factor: bigint): bigint {
  if (factor < 1n || factor >= NONCE_SPACE) throw new NonceFactorError(factor);
  return (NONCE_SPACE - 1n) / factor + 1n;
}

/**
 * Every multiple of the factor exactly once, beginning at `start` (any u64, rounded down to a multiple) and wrapping to
 * 0 at 2^64. Two ranges, because adding the factor across 2^64 would not yield a multiple; one if `start` rounds to 0.
 * @throws {NonceFactorError}
 */
export function rangesFrom(factor: bigint, start: bigint): NonceRange[] {
  const total = countMultiples(factor);
  const skipped = BigInt.asUintN(64, start) / factor;
  const upper = { first: skipped * factor, step: factor, count: total - skipped };
  return skipped === 0n ? [upper] : [upper, { first: 0n, step: factor, count: skipped }];
}

/** `count` nonces of a range from index `from`, truncated at the end of the range. */
export function sliceRange(range: NonceRange, from: bigint, count: bigint): NonceRange {
  const left = range.count > from ? range.count - from : 0n;
  return { first: nonceAt(range, from), step: range.step, count: count < left ? count : left };
}

/** The range split into `parts` adjacent pieces whose sizes differ by at most one; empty pieces are omitted. */
export function splitRange(range: NonceRange, parts: number): NonceRange[] {
  const pieces: NonceRange[] = [];
  for (let i = 0; i < parts; i++) {
    const from = (range.count * BigInt(i)) / BigInt(parts);
    const to = (range.count * BigInt(i + 1)) / BigInt(parts);
    if (to > from) pieces.push(sliceRange(range, from, to - from));
  }
  return pieces;
}
