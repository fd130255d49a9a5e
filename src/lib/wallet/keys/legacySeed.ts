import { concatBytes, equalBytes } from '$lib/codec/bytes';
import { blake2b256 } from '$lib/chain/hash';
import { PhraseChecksumError, UnknownWordError, WordCountError } from '../errors';
import { similarWord } from './similarWord';
import { LEGACY_WORDS } from './wordLists';
import type { Seed } from './seed';

const SEED_BYTES = 32;
const CHECKSUM_BYTES = 6;
/** Words that a phrase may have. */
export const LEGACY_COUNTS: readonly number[] = [28, 29];
/** Words are identified by these letters alone: `rod` and `rodxyz` both mean `rodent`. */
const SIGNIFICANT_LETTERS = 3;

const WORD_BASE = BigInt(LEGACY_WORDS.length);
const BYTE_BASE = 256n;

const DIGIT: ReadonlyMap<string, number> = new Map(
  LEGACY_WORDS.map((word, digit) => [word.slice(0, SIGNIFICANT_LETTERS), digit])
);

const checksumOf = (seed: Uint8Array): Uint8Array => blake2b256(seed).subarray(0, CHECKSUM_BYTES);

// Bijective numeration, least significant digit first, so that leading zeros are significant:
// value = -1 + sum of (digit + 1) * base^position.

function numberOf(digits: readonly number[], base: bigint): bigint {
  return digits.reduceRight((value, digit) => value * base + BigInt(digit) + 1n, 0n) - 1n;
}

function digitsOf(value: bigint, base: bigint): number[] {
  const digits: number[] = [];
  let rest = value;
  for (; rest >= base; rest = (rest - base) / base) digits.push(Number(rest % base));
  return [...digits, Number(rest)];
}

function digitOf(word: string, index: number): number {
  const digit = /^[a-z]+$/.test(word) ? DIGIT.get(word.slice(0, SIGNIFICANT_LETTERS)) : undefined;
  if (digit === undefined) throw new UnknownWordError(word, index + 1, similarWord(word, LEGACY_WORDS));
  return digit;
}

/**
 * The seed of a legacy phrase of 28 or 29 words.
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError}
 */
export function seedFromLegacyPhrase(phrase: string): Seed {
  const words = phrase.split(/\s+/).filter((word) => word !== '');
  const digits = words.map(digitOf);
  if (!LEGACY_COUNTS.includes(words.length)) throw new WordCountError(words.length, LEGACY_COUNTS);
  const bytes = Uint8Array.from(digitsOf(numberOf(digits, WORD_BASE), BYTE_BASE));
  const seed = bytes.slice(0, SEED_BYTES);
  if (!equalBytes(bytes.subarray(SEED_BYTES), checksumOf(seed))) throw new PhraseChecksumError();
  return seed as Uint8Array as Seed;
}

/** The legacy phrase of a seed, 28 or 29 words. */
export function formatLegacyPhrase(seed: Seed): string {
  const bytes = concatBytes(seed, checksumOf(seed));
  return digitsOf(numberOf([...bytes], BYTE_BASE), WORD_BASE)
    .map((digit) => LEGACY_WORDS[digit]!)
    .join(' ');
}
