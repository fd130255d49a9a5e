import { formatLegacyPhrase } from '$lib/wallet/keys/legacySeed';
import { normalizePhrase, parseAnyPhrase } from '$lib/wallet/keys/phrase';
import { formatPhrase, parsePhrase, seedFromEntropy, type Seed } from '$lib/wallet/keys/seed';
import { DamagedVaultError } from './errors';

// Content of a vault: enough to restore the phrase. First byte: kind of phrase.

const ENTROPY = 1;
const LEGACY = 2;

/**
 * The secret of a phrase.
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError}
 */
export function secretOfPhrase(phrase: string): Uint8Array<ArrayBuffer> {
  const { kind, seed } = parseAnyPhrase(phrase);
  return kind === 'bip39'
    ? Uint8Array.of(ENTROPY, ...parsePhrase(normalizePhrase(phrase)))
    : Uint8Array.of(LEGACY, ...seed);
}

/** The phrase of a secret. */
export function phraseOfSecret(secret: Uint8Array): string {
  const content = secret.slice(1);
  return secret[0] === ENTROPY ? formatPhrase(content) : formatLegacyPhrase(content as Uint8Array as Seed);
}

/**
 * The seed of a secret.
 * @throws {DamagedVaultError} unknown kind
 */
export function seedOfSecret(secret: Uint8Array): Seed {
  const content = secret.slice(1);
  if (secret[0] === ENTROPY && content.length === 16) return seedFromEntropy(content);
  if (secret[0] === LEGACY && content.length === 32) return content as Uint8Array as Seed;
  throw new DamagedVaultError('its content is not a seed');
}
