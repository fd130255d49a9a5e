import { WordCountError } from '../errors';
import { seedFromLegacyPhrase } from './legacySeed';
import { formatPhrase, seedFromPhrase, type Seed } from './seed';

/** `bip39`: 12 words. `legacy`: 28 or 29 words of older wallets. */
export type PhraseKind = 'bip39' | 'legacy';

/** The words of a phrase as they are compared: lower case, single spaces. */
export const normalizePhrase = (phrase: string): string => phrase.trim().toLowerCase().split(/\s+/).join(' ');

/**
 * The seed of a phrase, whichever kind it is: its number of words tells.
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError}
 */
export function readPhrase(phrase: string): { kind: PhraseKind; seed: Seed } {
  const words = normalizePhrase(phrase);
  const count = words === '' ? 0 : words.split(' ').length;
  if (count === 12) return { kind: 'bip39', seed: seedFromPhrase(words) };
  if (count === 28 || count === 29) return { kind: 'legacy', seed: seedFromLegacyPhrase(words) };
  throw new WordCountError(count, '12, 28 or 29');
}

/** The 12 words of a new wallet from 16 random bytes. */
export const newPhrase = formatPhrase;
