import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { policyAddress, standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { formatPhrase, parsePhrase, seedFromEntropy, seedFromPhrase, type Seed } from '$lib/wallet/keys/seed';
import { loadVectors } from '../../../support/vectors';

interface KeyRow {
  address: string;
  index: string;
  privateKey: string;
  privateSeed: string;
  publicKey: string;
  v2Address: string;
}
interface Vectors {
  bip39: { entropy: string; keys: KeyRow[]; phrase: string; seed: string }[];
  bip39Parse: { phrase: string; ok: boolean; seed?: string; error?: string }[];
  legacy: { keys: KeyRow[]; seed: string; phrase: string }[];
}
const vectors = loadVectors<Vectors>('seed');

/** Error texts of the reference implementation, and our code for each. */
const CODES: [RegExp, string][] = [
  [/^wrong number of words/, 'wallet/word-count'],
  [/^invalid checksum/, 'wallet/phrase-checksum'],
  [/^unrecognized word/, 'wallet/unknown-word']
];

describe('12 words', () => {
  test.each(vectors.bip39)('$phrase', ({ entropy, phrase, seed }) => {
    expect(encodeHex(parsePhrase(phrase))).toBe(entropy);
    expect(formatPhrase(decodeHex(entropy))).toBe(phrase);
    expect(encodeHex(seedFromEntropy(decodeHex(entropy)))).toBe(seed);
    expect(encodeHex(seedFromPhrase(phrase))).toBe(seed);
  });

  test.each(vectors.bip39Parse)('parsing "$phrase"', ({ phrase, ok, seed, error }) => {
    if (ok) expect(encodeHex(seedFromPhrase(phrase))).toBe(seed);
    else {
      const code = CODES.find(([text]) => text.test(error!))![1];
      expect(() => seedFromPhrase(phrase)).toThrow(expect.objectContaining({ code }));
    }
  });

  test('the error contains the unknown word and its position', () => {
    const phrase = `${'abandon '.repeat(10)}abandn about`;
    expect(() => parsePhrase(phrase)).toThrow(expect.objectContaining({ word: 'abandn', position: 11 }));
  });

  const anyEntropy = fc.uint8Array({ minLength: 16, maxLength: 16 });

  test('any entropy survives a round trip through its phrase', () => {
    fc.assert(
      fc.property(anyEntropy, (entropy) => {
        expect(parsePhrase(formatPhrase(entropy))).toEqual(entropy);
      })
    );
  });

  test('one in sixteen single-word changes passes the checksum, the others are rejected', () => {
    const words = formatPhrase(new Uint8Array(16).fill(42)).split(' ');
    const accepted = wordlist.filter((word) => {
      try {
        parsePhrase([word, ...words.slice(1)].join(' '));
        return true;
      } catch {
        return false;
      }
    });
    expect(accepted.length).toBeGreaterThan(2048 / 32);
    expect(accepted.length).toBeLessThan(2048 / 8);
  });

  test('entropy of another length throws', () => {
    expect(() => formatPhrase(new Uint8Array(32))).toThrow(RangeError);
  });
});

const seeds = [...vectors.bip39, ...vectors.legacy];
describe.each(seeds.map(({ seed, keys }) => ({ seed, keys })))('keys of $seed', ({ seed, keys }) => {
  test.each(keys)('$index', (row) => {
    const { privateKey, publicKey } = deriveKeyPair(decodeHex(seed) as Uint8Array as Seed, BigInt(row.index));
    expect(encodeHex(privateKey)).toBe(row.privateSeed);
    expect(publicKey).toBe(row.publicKey);
    expect(`${encodeHex(privateKey)}${publicKey.slice('ed25519:'.length)}`).toBe(row.privateKey);
    expect(unlockHash(standardUnlockConditions(publicKey))).toBe(row.address);
    expect(policyAddress({ type: 'pk', publicKey })).toBe(row.v2Address);
  });
});
