import { toAppError } from '$lib/errors';
import { errorWords } from '$lib/messages/errorHelp';
import { normalizePhrase, parseAnyPhrase, type PhraseKind } from '$lib/wallet/keys/phrase';

/** Result of parsing a recovery phrase. */
interface Recognized {
  /** Lowercase, single spaces. */
  readonly phrase: string;
  readonly count: number;
  /** Undefined while invalid. */
  readonly kind?: PhraseKind;
  /** Why it is invalid, naming the wrong word. */
  readonly problem?: string;
}

/** Detects either kind of phrase. */
export function recognize(text: string): Recognized {
  const phrase = normalizePhrase(text);
  if (phrase === '') return { phrase, count: 0 };
  const count = phrase.split(' ').length;
  try {
    return { phrase, count, kind: parseAnyPhrase(phrase).kind };
  } catch (error) {
    return { phrase, count, problem: errorWords(toAppError(error)) };
  }
}
