import type { Target } from '$lib/chain/target';
import { MalformedJobError } from './errors';

/** The target of difficulty 1: 00000000 ffff 0000…, as in Bitcoin's stratum pools. */
export const DIFFICULTY_ONE: Target = 0xffffn << 208n;

/** Below this every hash is a share. */
export const MIN_DIFFICULTY = 2 ** -32;
/** 2^96 hashes per share: far above any block of any network, so no miner would ever find one. */
export const MAX_DIFFICULTY = 2 ** 64;

/**
 * The share target of a pool difficulty, which may be fractional.
 * @throws {MalformedJobError} not between {@link MIN_DIFFICULTY} and {@link MAX_DIFFICULTY}
 */
export function targetOfDifficulty(difficulty: number): Target {
  const isSane = difficulty >= MIN_DIFFICULTY && difficulty <= MAX_DIFFICULTY;
  if (!isSane) throw new MalformedJobError(`a difficulty of ${difficulty}`);
  // Every double is an integer over a power of two, so the division is exact.
  let scale = 0n;
  let scaled = difficulty;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    scale++;
  }
  return (DIFFICULTY_ONE << scale) / BigInt(scaled);
}
