import { describe, expect, test } from 'vitest';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { addressOfKey } from '$lib/wallet/keys/account';
import { entropyOfPhrase } from '$lib/wallet/keys/bip39';
import { foreignKeys, type KeyOrigin } from '$lib/wallet/keys/foreignKeys';
import { formatLegacyPhrase } from '$lib/wallet/keys/legacySeed';
import { parsePhrase, type Seed } from '$lib/wallet/keys/seed';
import { slip10Key } from '$lib/wallet/keys/slip10';
import { loadStandard } from '../../../support/standards';

const vectors = loadStandard<{
  phrase: string;
  keys: { origin: KeyOrigin; path: string; seed: string; publicKey: string; uc: string; pk: string }[];
  longPhrase: { phrase: string; seed: string; uc: string };
  slip10: { seed: string; path: number[]; key: string };
}>('foreignKeys');

const keysOf = (secret: string, rest: { passphrase?: string; isText?: boolean } = {}) =>
  foreignKeys({ secret, passphrase: '', isText: false, ...rest });
const found = keysOf(vectors.phrase);

test.each(vectors.keys)('$origin $path', ({ origin, path, seed, publicKey, uc, pk }) => {
  const key = found.find((one) => one.origin === origin && one.path === path)!;
  expect(encodeHex(key.privateKey)).toBe(seed);
  expect(key.publicKey).toBe(`ed25519:${publicKey}`);
  expect(addressOfKey(key.publicKey, 'uc')).toBe(uc);
  expect(addressOfKey(key.publicKey, 'pk')).toBe(pk);
});

test('SLIP-10', () => {
  const { seed, path, key } = vectors.slip10;
  expect(encodeHex(slip10Key(decodeHex(seed), path))).toBe(key);
});

test('a phrase of 24 words yields one key from its entropy, and all paths', () => {
  const keys = keysOf(vectors.longPhrase.phrase);
  const [first] = keys;
  expect(first).toMatchObject({ origin: 'long-phrase', path: '0' });
  expect(encodeHex(first!.privateKey)).toBe(vectors.longPhrase.seed);
  expect(addressOfKey(first!.publicKey, 'uc')).toBe(vectors.longPhrase.uc);
  expect(keys.filter(({ origin }) => origin === 'long-phrase')).toHaveLength(1);
  expect(keys.filter(({ origin }) => origin === 'multi-coin')).toHaveLength(100);
  expect(keys.some(({ origin }) => origin === 'native')).toBe(false);
});

test('the rules that apply to twelve words, each key once', () => {
  const counts = Map.groupBy(found, ({ origin }) => origin);
  expect([...counts].map(([origin, keys]) => [origin, keys.length])).toEqual([
    ['native', 100],
    ['hardware', 20],
    ['multi-coin', 100],
    ['text', 1]
  ]);
  expect(new Set(found.map(({ publicKey }) => publicKey)).size).toBe(found.length);
});

test('further keys of each rule', () => {
  const keys = foreignKeys({ secret: vectors.phrase, passphrase: '', isText: false }, 2);
  const counts = Map.groupBy(keys, ({ origin }) => origin);
  expect([...counts].map(([origin, { length }]) => [origin, length])).toEqual([
    ['native', 200],
    ['hardware', 40],
    ['multi-coin', 200],
    ['text', 1]
  ]);
  const known = new Set(keys.map(({ publicKey }) => publicKey));
  expect(found.filter(({ publicKey }) => !known.has(publicKey))).toEqual([]);
  const ends = keys.filter(({ ahead }) => ahead === 0).map(({ origin, path }) => [origin, path]);
  expect(ends).toEqual([
    ['native', '199'],
    ['hardware', "m/44'/93'/39'/0'/0'"],
    ...[0, 1, 2, 3, 4].map((account) => ['multi-coin', `m/44'/1991'/${account}'/0'/39'`])
  ]);
});

test('a passphrase changes only the derived paths', () => {
  const protectedKeys = keysOf(vectors.phrase, { passphrase: 'TREZOR' });
  const of = (keys: typeof found, origin: KeyOrigin) => keys.find((key) => key.origin === origin)!.publicKey;
  expect(of(protectedKeys, 'native')).toBe(of(found, 'native'));
  expect(of(protectedKeys, 'hardware')).not.toBe(of(found, 'hardware'));
});

test('an old wallet’s words, with capitals and line breaks', () => {
  const seed = new Uint8Array(32).fill(7) as Uint8Array as Seed;
  const keys = keysOf(formatLegacyPhrase(seed).toUpperCase().replaceAll(' ', '\n'));
  expect(keys).toHaveLength(100);
  expect(keys[0]).toMatchObject({ origin: 'legacy', path: '0' });
});

describe('private keys', () => {
  const { seed, publicKey } = vectors.keys[0]!;

  test.each([seed, `0x${seed}`, seed.toUpperCase(), `${seed}${publicKey}`])('%s', (text) => {
    expect(keysOf(` ${text} `)).toMatchObject([{ origin: 'key', publicKey: `ed25519:${publicKey}` }]);
  });

  test('with a different public key are rejected', () => {
    expect(() => keysOf(`${seed}${vectors.keys[1]!.publicKey}`)).toThrow(
      expect.objectContaining({ code: 'wallet/private-key-mismatch' })
    );
  });

  test.each([
    ['a digit is missing', seed.slice(1), 63, true],
    ['a letter is not hexadecimal', `x${seed.slice(1)}`, 64, false]
  ])('are not taken for words if %s', (_, text, length, isHex) => {
    const code = 'wallet/private-key-format';
    expect(() => keysOf(text)).toThrow(expect.objectContaining({ code, length, isHex }));
  });
});

test('any text, exactly as typed', () => {
  expect(keysOf(vectors.phrase, { isText: true })).toMatchObject([{ origin: 'text' }]);
  expect(encodeHex(keysOf(vectors.phrase, { isText: true })[0]!.privateKey)).toBe(vectors.keys.at(-1)!.seed);
  expect(keysOf(` ${vectors.phrase}`, { isText: true })[0]!.publicKey).not.toBe(found.at(-1)!.publicKey);
});

test.each([
  ['', 'wallet/word-count'],
  ['abandon', 'wallet/word-count'],
  [`${'abandon '.repeat(12)}about`, 'wallet/word-count'],
  ['abandon '.repeat(27), 'wallet/word-count'],
  [`${'abandon '.repeat(11)}abandn`, 'wallet/unknown-word'],
  ['abandon '.repeat(12), 'wallet/phrase-checksum'],
  ['abandon '.repeat(24), 'wallet/phrase-checksum']
])('%j is rejected', (text, code) => {
  expect(() => keysOf(text)).toThrow(expect.objectContaining({ code }));
});

test('the error for an unknown word names the one that is probably meant', () => {
  expect(() => keysOf(`${'abandon '.repeat(11)}abuot`)).toThrow(
    expect.objectContaining({ word: 'abuot', position: 12, similar: 'about' })
  );
});

test('the error lists all accepted word counts', () => {
  expect(() => keysOf('abandon')).toThrow(
    expect.objectContaining({ count: 1, expected: [12, 15, 18, 21, 24, 28, 29] })
  );
});

test.each([0, 1, 11, 13, 14, 16, 23, 25, 28])('entropy of %i words is rejected', (count) => {
  const phrase = Array<string>(count).fill('abandon').join(' ');
  expect(() => entropyOfPhrase(phrase)).toThrow(
    expect.objectContaining({ code: 'wallet/word-count', expected: [12, 15, 18, 21, 24] })
  );
});

// BIP39 test vectors
test.each([
  [`${'abandon '.repeat(17)}agent`, '00'.repeat(24)],
  [`${'zoo '.repeat(17)}when`, 'ff'.repeat(24)],
  [`${'zoo '.repeat(23)}vote`, 'ff'.repeat(32)]
])('%s', (phrase, entropy) => {
  expect(encodeHex(entropyOfPhrase(phrase))).toBe(entropy);
});

test('twelve words are parsed like the wallet’s own phrases', () => {
  expect(entropyOfPhrase(vectors.phrase)).toEqual(parsePhrase(vectors.phrase));
});
