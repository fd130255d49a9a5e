import { formatLegacyPhrase } from '$lib/wallet/keys/legacySeed';
import { normalizePhrase, parseAnyPhrase } from '$lib/wallet/keys/phrase';
import { formatPhrase, parsePhrase, seedFromEntropy, type Seed } from '$lib/wallet/keys/seed';
import { DamagedVaultError } from './errors';

// What a vault keeps: enough to show the very words again. First byte: the kind of phrase.

const ENTROPY = 1;
const LEGACY = 2;

/**
 * The secret bytes of a phrase of either kind.
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError}
 */
export function secretOfPhrase(phrase: string): Uint8Array<ArrayBuffer> {
  const { kind, seed } = parseAnyPhrase(phrase);
  return kind === 'bip39'
    ? Uint8Array.of(ENTROPY, ...parsePhrase(normalizePhrase(phrase)))
    : Uint8Array.of(LEGACY, ...seed);
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
