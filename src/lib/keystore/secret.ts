import { formatLegacyPhrase, seedFromLegacyPhrase } from '$lib/wallet/legacySeed';
import { formatPhrase, parsePhrase, seedFromEntropy, type Seed } from '$lib/wallet/seed';
import { DamagedVaultError } from './errors';

// What a vault keeps: enough to show the very words again. First byte: the kind of phrase.

const ENTROPY = 1;
const LEGACY = 2;
/** Between the 12 words of new phrases and the 28 or 29 of old ones: a count near either gets that kind's error. */
const FEWEST_LEGACY_WORDS = 20;

/**
 * The secret bytes of a phrase of either kind.
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError}
 */
export function secretOfPhrase(phrase: string): Uint8Array<ArrayBuffer> {
  const words = phrase.trim().split(/\s+/).length;
  return words < FEWEST_LEGACY_WORDS
    ? Uint8Array.of(ENTROPY, ...parsePhrase(phrase))
    : Uint8Array.of(LEGACY, ...seedFromLegacyPhrase(phrase));
}

/** The phrase a secret was made of. */
export function phraseOfSecret(secret: Uint8Array): string {
  const content = secret.slice(1);
  return secret[0] === ENTROPY ? formatPhrase(content) : formatLegacyPhrase(content as Uint8Array as Seed);
}

/**
 * The seed of a secret.
 * @throws {DamagedVaultError} a kind that is not known
 */
export function seedOfSecret(secret: Uint8Array): Seed {
  const content = secret.slice(1);
  if (secret[0] === ENTROPY && content.length === 16) return seedFromEntropy(content);
  if (secret[0] === LEGACY && content.length === 32) return content as Uint8Array as Seed;
  throw new DamagedVaultError('what it keeps is no seed');
}
