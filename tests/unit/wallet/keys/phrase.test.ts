import { describe, expect, test } from 'vitest';
import { encodeHex } from '$lib/codec/bytes';
import { addressOfKey } from '$lib/wallet/keys/account';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { newPhrase, normalizePhrase, parseAnyPhrase } from '$lib/wallet/keys/phrase';
import { loadVectors } from '../../../support/vectors';

interface Row {
  phrase: string;
  seed: string;
  keys: { index: string; address: string; v2Address: string }[];
}
const vectors = loadVectors<{ bip39: Row[]; legacy: Row[] }>('seed');

describe.each(['bip39', 'legacy'] as const)('%s phrases are recognized', (kind) => {
  test.each(vectors[kind])('$phrase', ({ phrase, seed, keys }) => {
    const read = parseAnyPhrase(`  ${phrase.toUpperCase().replaceAll(' ', '\n ')} `);
    expect(read.kind).toBe(kind);
    expect(encodeHex(read.seed)).toBe(seed);
    for (const { index, address, v2Address } of keys) {
      const { publicKey } = deriveKeyPair(read.seed, BigInt(index));
      expect(addressOfKey(publicKey, 'uc')).toBe(address);
      expect(addressOfKey(publicKey, 'pk')).toBe(v2Address);
    }
  });
});

test.each([
  ['', 0],
  ['abandon', 1],
  ['abandon '.repeat(24), 24]
])('%#: a wrong word count is reported', (phrase, count) => {
  expect(() => parseAnyPhrase(phrase)).toThrow(expect.objectContaining({ code: 'wallet/word-count', count }));
});

test('an unknown word is reported, for both kinds', () => {
  const { phrase } = vectors.legacy[0]!;
  const words = phrase.split(' ');
  words[5] = 'qqqq';
  expect(() => parseAnyPhrase(words.join(' '))).toThrow(expect.objectContaining({ word: 'qqqq', position: 6 }));
});

describe('people keep phrases in other forms, too', () => {
  const { phrase } = vectors.bip39[0]!;
  const words = phrase.split(' ');
  test.each([
    ['numbered', words.map((word, i) => `${i + 1}. ${word}`).join('\n')],
    ['numbered without spaces', words.map((word, i) => `${i + 1})${word}`).join(' ')],
    ['quoted', `\u201c${phrase}\u201d`],
    ['as a list of strings', JSON.stringify(words)],
    ['separated by commas', words.join(',')],
    ['with invisible characters of a web page', words.join(' \u200b').replace('a', 'a\u00ad')]
  ])('%s', (_form, text) => {
    expect(normalizePhrase(text)).toBe(phrase);
  });
});

test('words that are joined stay one, so that the report names what was typed', () => {
  expect(normalizePhrase('zoo-zoo abandon')).toBe('zoo-zoo abandon');
});

test('a new phrase parses', () => {
  expect(parseAnyPhrase(newPhrase(new Uint8Array(16).fill(9))).kind).toBe('bip39');
});
