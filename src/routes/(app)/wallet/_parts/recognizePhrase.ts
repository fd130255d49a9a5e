import { toAppError } from '$lib/errors';
import { errorWords } from '$lib/messages/errorHelp';
import { parseAnyPhrase, type PhraseKind } from '$lib/wallet/keys/phrase';

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
  // Printed sheets number the words.
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .map((word) => word.replace(/^\d+[.)]?/, ''))
    .filter((word) => word !== '');
  const phrase = words.join(' ');
  const count = words.length;
  if (count === 0) return { phrase, count };
  try {
    return { phrase, count, kind: parseAnyPhrase(phrase).kind };
  } catch (error) {
    return { phrase, count, problem: errorWords(toAppError(error)) };
  }
}
