import { expect, test } from 'vitest';
import { similarWord } from '$lib/wallet/keys/similarWord';
import { BIP39_WORDS, LEGACY_WORDS } from '$lib/wallet/keys/wordLists';

test.each([
  ['abadon', 'abandon', 'a letter is missing'],
  ['abanddon', 'abandon', 'there is one too many'],
  ['abamdon', 'abandon', 'one is wrong'],
  ['abadnon', 'abandon', 'two are swapped'],
  ['bandon', 'abandon', 'the first is missing'],
  ['abst', 'abstract', 'only its first four are given'],
  ['abstr', 'abstract', 'only its beginning is given'],
  ['abbadnon', undefined, 'two slips'],
  ['abnadno', undefined, 'two pairs are swapped'],
  ['ba', undefined, 'too short to tell'],
  ['bax', undefined, 'several words are one slip away'],
  ['tost', undefined, 'none begins with it, and several are one slip away'],
  ['quarry', undefined, 'no word is near'],
  ['', undefined, 'nothing']
])('%s can only stand for %s: %s', (unknown, word, _) => {
  expect(similarWord(unknown, BIP39_WORDS)).toBe(word);
});

test('the first four letters of each word of the list stand for it', () => {
  for (const word of BIP39_WORDS.filter(({ length }) => length > 4)) {
    const begun = word.slice(0, 4);
    if (!BIP39_WORDS.includes(begun)) expect(similarWord(begun, BIP39_WORDS)).toBe(word);
  }
});

test.each([
  ['abbye', 'abbey'],
  ['xodent', 'rodent']
])('%s of an older phrase stands for %s', (unknown, word) => {
  expect(similarWord(unknown, LEGACY_WORDS)).toBe(word);
});
