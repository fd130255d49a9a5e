import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Why a password is easy to guess. */
export type Weakness = 'common' | 'pattern' | 'guessable';

/** Estimated number of guesses to find a password. */
export interface PasswordStrength {
  /** 0 below 10^3 guesses, 1 below 10^6, 2 below 10^8, 3 below 10^10, 4 above. */
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly weakness: Weakness;
}

/** Rates a password; takes a few milliseconds. */
export type RatePassword = (password: string) => PasswordStrength;

/** Words that an attacker guessing Quarry passwords tries first. */
const OWN_WORDS = ['quarry', 'wallet', 'siacoin', 'bitcoin', 'crypto', 'mining', 'miner', 'seed', 'phrase', 'passwort'];

/** zxcvbn's warnings; all others count as `guessable`. */
const WEAKNESSES: Readonly<Record<string, Weakness>> = {
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  userInputs: 'common',
  straightRow: 'pattern',
  keyPattern: 'pattern',
  simpleRepeat: 'pattern',
  extendedRepeat: 'pattern',
  sequences: 'pattern',
  recentYears: 'pattern',
  dates: 'pattern'
};

/**
 * A meter that knows the 49,000 most common passwords, keyboard patterns, dates and repetitions (docs/decisions/0024).
 * Large: import this file only where a new password is chosen.
 */
export function createPasswordMeter(): RatePassword {
  const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password) => {
    const { score, feedback } = meter.check(password, OWN_WORDS);
    return { level: score, weakness: WEAKNESSES[feedback.warning ?? ''] ?? 'guessable' };
  };
}
