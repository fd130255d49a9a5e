import type { Seed } from './seed';

export type PhraseKind = 'bip39' | 'legacy';

/**
 * The seed of a phrase of 12, 28 or 29 words, whichever it is.
 * @throws {WordCountError | UnknownWordError | PhraseChecksumError}
 */
export declare function readPhrase(phrase: string): { kind: PhraseKind; seed: Seed };
/** A new wallet's 12 words. @param entropy 16 random bytes */
export declare function newPhrase(entropy: Uint8Array): string;
