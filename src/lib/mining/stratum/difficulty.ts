import { type Target, MAX_TARGET } from '$lib/chain/target';
import { MalformedJobError } from './errors';

/** The target of difficulty 1: 00000000 ffff 0000…, as in Bitcoin's stratum pools. */
export const DIFFICULTY_ONE: Target = 0xffffn << 208n;

/**
 * The share target of a pool difficulty, which may be fractional; at most {@link MAX_TARGET}.
 * @throws {MalformedJobError} not a positive finite number
 */
export function targetOfDifficulty(difficulty: number): Target {
  if (!(difficulty > 0) || !Number.isFinite(difficulty)) throw new MalformedJobError(`a difficulty of ${difficulty}`);
  // Every double is an integer over a power of two, so the division is exact.
  let scale = 0n;
  let scaled = difficulty;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    scale++;
  }
  const target = (DIFFICULTY_ONE << scale) / BigInt(scaled);
  if (target === 0n) throw new MalformedJobError(`a difficulty of ${difficulty}`);
  return target > MAX_TARGET ? MAX_TARGET : target;
}
