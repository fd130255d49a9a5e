import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { blake2b256 } from '$lib/chain/hash';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { formatLegacyPhrase, seedFromLegacyPhrase } from '$lib/wallet/keys/legacySeed';
import { LEGACY_WORDS } from '$lib/wallet/keys/wordLists';
import type { Seed } from '$lib/wallet/keys/seed';
import { loadVectors } from '../../../support/vectors';

interface Vectors {
  legacy: { checksum?: string; phrase: string; seed: string; words: number }[];
  legacyParse: { phrase: string; ok: boolean; seed?: string; error?: string }[];
}
const vectors = loadVectors<Vectors>('seed');

/** Error texts of the reference implementation, and our code for each. */
const CODES: [RegExp, string][] = [
  [/^invalid checksum/, 'wallet/phrase-checksum'],
  [/word not found$/, 'wallet/unknown-word'],
  [/invalid length$/, 'wallet/word-count']
];

test('the word list is the published one', () => {
  expect(LEGACY_WORDS.length).toBe(1626);
  expect(createHash('sha256').update(LEGACY_WORDS.join('\n')).digest('hex')).toBe(
    '998df55cb16d2318130c5cf7e9d4408247c8c4674935ee6e07d53f2f00ccf19b'
  );
  expect(new Set(LEGACY_WORDS.map((word) => word.slice(0, 3))).size).toBe(1626);
});

describe('28 or 29 words', () => {
  test.each(vectors.legacy)('$phrase', ({ checksum, phrase, seed, words }) => {
    expect(phrase.split(' ').length).toBe(words);
    expect(encodeHex(seedFromLegacyPhrase(phrase))).toBe(seed);
    expect(formatLegacyPhrase(decodeHex(seed) as Uint8Array as Seed)).toBe(phrase);
    if (checksum !== undefined) expect(encodeHex(blake2b256(decodeHex(seed)).subarray(0, 6))).toBe(checksum);
  });

  test.each(vectors.legacyParse)('parsing "$phrase"', ({ phrase, ok, seed, error }) => {
    if (ok) expect(encodeHex(seedFromLegacyPhrase(phrase))).toBe(seed);
    else {
      const code = CODES.find(([text]) => text.test(error!))![1];
      expect(() => seedFromLegacyPhrase(phrase)).toThrow(expect.objectContaining({ code }));
    }
  });

  test.each([27, 30])('%i known words are not a phrase', (count) => {
    const phrase = LEGACY_WORDS.slice(0, count).join(' ');
    expect(() => seedFromLegacyPhrase(phrase)).toThrow(
      expect.objectContaining({ code: 'wallet/word-count', count, expected: [28, 29] })
    );
  });

  test('the error contains the unknown word and its position', () => {
    const phrase = vectors.legacy[0]!.phrase.split(' ').with(4, 'qqq').join(' ');
    expect(() => seedFromLegacyPhrase(phrase)).toThrow(expect.objectContaining({ word: 'qqq', position: 5 }));
  });

  test('any seed survives a round trip through its phrase', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(seedFromLegacyPhrase(formatLegacyPhrase(bytes as Uint8Array as Seed))).toEqual(bytes);
      })
    );
  });
});
