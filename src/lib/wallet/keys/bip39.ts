import { sha256 } from '@noble/hashes/sha2.js';
import { decodeHex } from '$lib/codec/bytes';
import { PhraseChecksumError, UnknownWordError, WordCountError } from '../errors';
import { FOREIGN_COUNTS } from './foreignCounts';
import { similarWord } from './similarWord';
import { BIP39_WORDS } from './wordLists';

/** Words that a phrase may have. */
export const BIP39_COUNTS: readonly number[] = [12, ...FOREIGN_COUNTS];
const BITS_PER_WORD = 11;
/** A phrase of n words has n/3 bits of checksum and 32 n/3 of entropy. */
const WORDS_PER_CHECKSUM_BIT = 3;

const WORD_INDEX: ReadonlyMap<string, number> = new Map(BIP39_WORDS.map((word, index) => [word, index]));

/** Whether a BIP39 phrase may have this many words. */
export const isBip39Count = (words: number): boolean => BIP39_COUNTS.includes(words);

/**
 * The entropy of a phrase of 12 to 24 words of the English list, lower case, separated by single spaces.
 * @returns 16 to 32 bytes
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError}
 */
export function entropyOfPhrase(phrase: string): Uint8Array {
  const words = phrase.split(' ');
  if (!isBip39Count(words.length)) throw new WordCountError(words.length, BIP39_COUNTS);
  let bits = 0n;
  for (const [i, word] of words.entries()) {
    const index = WORD_INDEX.get(word);
    if (index === undefined) throw new UnknownWordError(word, i + 1, similarWord(word, BIP39_WORDS));
    bits = (bits << BigInt(BITS_PER_WORD)) | BigInt(index);
  }
  const checksumBits = words.length / WORDS_PER_CHECKSUM_BIT;
  const entropyBytes = (words.length * BITS_PER_WORD - checksumBits) / 8;
  const entropy = decodeHex((bits >> BigInt(checksumBits)).toString(16).padStart(2 * entropyBytes, '0'));
  const checksum = BigInt(sha256(entropy)[0]! >> (8 - checksumBits));
  if (checksum !== BigInt.asUintN(checksumBits, bits)) throw new PhraseChecksumError();
  return entropy;
}
