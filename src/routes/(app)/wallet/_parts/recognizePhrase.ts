import { toAppError } from '$lib/errors';
import { errorWords } from '$lib/messages/errorHelp';
import { parseAnyPhrase, type PhraseKind } from '$lib/wallet/keys/phrase';

/** What a typed text is as a recovery phrase. */
interface Recognized {
  /** In lower case, single spaces. */
  readonly phrase: string;
  readonly count: number;
  /** Undefined while it is no phrase. */
  readonly kind?: PhraseKind;
  /** Why it is none, naming the word that is wrong. */
  readonly problem?: string;
}

/** Recognises both kinds of phrase by themselves. */
export function recognize(text: string): Recognized {
  // Numbers before words come with printed sheets.
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
