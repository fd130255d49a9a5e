import { AppError } from '../errors';

/** A recovery phrase with too many or too few words. */
export class WordCountError extends AppError {
  readonly code = 'wallet/word-count';

  constructor(
    readonly count: number,
    readonly expected: string
  ) {
    super(`A recovery phrase has ${expected} words; this one has ${count}.`);
  }
}

/** A word that is in no recovery phrase. */
export class UnknownWordError extends AppError {
  readonly code = 'wallet/unknown-word';

  constructor(
    readonly word: string,
    /** 1 for the first word. */
    readonly position: number
  ) {
    super(`Word ${position}, "${word}", is not in the word list. Check its spelling; words are lower case.`);
  }
}

/** Words that are all known but do not belong together. */
export class PhraseChecksumError extends AppError {
  readonly code = 'wallet/phrase-checksum';

  constructor() {
    super('These words do not make a recovery phrase. One of them is probably wrong, or two are swapped.');
  }
}
