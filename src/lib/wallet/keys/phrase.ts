import { WordCountError } from '../errors';
import { LEGACY_COUNTS, seedFromLegacyPhrase } from './legacySeed';
import { formatPhrase, seedFromPhrase, type Seed } from './seed';

/** `bip39`: 12 words. `legacy`: 28 or 29 words. */
export type PhraseKind = 'bip39' | 'legacy';

/**
 * Canonical form of a phrase: lower case, single spaces. Numbers before the words, quotation marks, commas and invisible
 * characters are left out: printed sheets, notes and copied pages contain them.
 */
export const normalizePhrase = (phrase: string): string =>
  phrase
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, '')
    .split(/[\s,;"'“”„‘’‚«»[\]]+/)
    .map((word) => word.replace(/^\d+[.):]?/, ''))
    .filter((word) => word !== '')
    .join(' ');

/**
 * The seed of a phrase; its kind follows from the number of words.
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError}
 */
export function parseAnyPhrase(phrase: string): { kind: PhraseKind; seed: Seed } {
  const words = normalizePhrase(phrase);
  const count = words === '' ? 0 : words.split(' ').length;
  if (count === 12) return { kind: 'bip39', seed: seedFromPhrase(words) };
  if (LEGACY_COUNTS.includes(count)) return { kind: 'legacy', seed: seedFromLegacyPhrase(words) };
  throw new WordCountError(count, [12, ...LEGACY_COUNTS]);
}

/** The 12-word phrase of 16 random bytes. */
export const newPhrase = formatPhrase;
