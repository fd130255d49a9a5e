import { sha256 } from '@noble/hashes/sha2.js';

import type { Brand } from '$lib/codec/brand';
import { encodeHex } from '$lib/codec/bytes';
import { blake2b256 } from '$lib/chain/hash';
import { WordCountError } from '../errors';
import { entropyOfPhrase } from './bip39';
import { BIP39_WORDS } from './wordLists';

/** The 32 bytes from which every key of a wallet is derived. Secret. */
export type Seed = Brand<Uint8Array, 'Seed'>;

const WORD_COUNT = 12;
const ENTROPY_BYTES = 16;
const BITS_PER_WORD = 11n;
const CHECKSUM_BITS = 4n;

const checksumOf = (entropy: Uint8Array): bigint => BigInt(sha256(entropy)[0]! >> 4);

/** The seed of 128 bits of entropy: their BLAKE2b hash, not the slow derivation of BIP39. */
export const seedFromEntropy = (entropy: Uint8Array): Seed => blake2b256(entropy) as Seed;

/**
 * The entropy of a phrase of 12 words of the BIP39 English list, lower case, separated by white space.
 * @returns 16 bytes
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError}
 */
export function parsePhrase(phrase: string): Uint8Array {
  const words = phrase.split(/\s+/).filter((word) => word !== '');
  if (words.length !== WORD_COUNT) throw new WordCountError(words.length, [WORD_COUNT]);
  return entropyOfPhrase(words.join(' '));
}

/**
 * The 12-word phrase of 16 bytes of entropy.
 * @throws {RangeError} another length
 */
export function formatPhrase(entropy: Uint8Array): string {
  if (entropy.length !== ENTROPY_BYTES) throw new RangeError(`entropy must be ${ENTROPY_BYTES} bytes`);
  let bits = (BigInt(`0x${encodeHex(entropy)}`) << CHECKSUM_BITS) | checksumOf(entropy);
  const words: string[] = [];
  while (words.length < WORD_COUNT) {
    words.unshift(BIP39_WORDS[Number(BigInt.asUintN(Number(BITS_PER_WORD), bits))]!);
    bits >>= BITS_PER_WORD;
  }
  return words.join(' ');
}

/**
 * The seed of a 12-word phrase.
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError}
 */
export const seedFromPhrase = (phrase: string): Seed => seedFromEntropy(parsePhrase(phrase));
