import { wordlist } from '@scure/bip39/wordlists/english.js';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { BIP39_WORDS, LEGACY_WORDS, PACKED_WORDS, WORD_MARKS } from '$lib/wallet/keys/wordLists';

const digest = (words: readonly string[]): string => createHash('sha256').update(words.join('\n')).digest('hex');

test('both lists are the published ones', () => {
  expect(BIP39_WORDS).toEqual(wordlist);
  expect(digest([...BIP39_WORDS, ''])).toBe('2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda');
  expect(digest(LEGACY_WORDS)).toBe('998df55cb16d2318130c5cf7e9d4408247c8c4674935ee6e07d53f2f00ccf19b');
});

test('packing them again yields the same text', () => {
  const marksOf = (word: string): string => {
    if (!LEGACY_WORDS.includes(word)) return WORD_MARKS.bip39;
    return wordlist.includes(word) ? WORD_MARKS.both : WORD_MARKS.legacy;
  };
  let packed = '';
  let before = '';
  for (const word of [...new Set([...wordlist, ...LEGACY_WORDS])].sort()) {
    const differs = [...word].findIndex((letter, i) => letter !== before[i]);
    const shared = differs === -1 ? word.length : differs;
    packed += marksOf(word)[shared]! + word.slice(shared);
    before = word;
  }
  expect(PACKED_WORDS.replace(/\s/g, '')).toBe(packed);
});
