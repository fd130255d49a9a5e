import { toAppError } from '$lib/errors';
import { ownFrames, redact } from './redact';

/** An error as a bug report shows it: nothing in it names a person, a wallet or a server. */
export interface LoggedError {
  readonly code: string;
  /** Redacted. */
  readonly message: string;
  /** Places in Quarry's own code. */
  readonly frames: readonly string[];
  /** Of the last time, milliseconds since 1970. */
  readonly atMs: number;
  /** How often in a row. */
  readonly times: number;
}

const MAX_ERRORS = 20;

/** What handles words, keys and passwords: of its errors the code is enough. */
const SILENT = /^(?:keystore|wallet|seed|phrase|hardware|session)\//;

const textOf = ({ code, message }: LoggedError): string => `${code} ${message}`;

/** The last errors of this tab, in memory only. Errors are redacted before they are stored. */
export class ErrorLog {
  readonly #nowMs: () => number;
  #errors: readonly LoggedError[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Oldest first. */
  get errors(): readonly LoggedError[] {
    return this.#errors;
  }

  add(thrown: unknown): void {
    const error = toAppError(thrown);
    const message = SILENT.test(error.code) ? '' : redact(error.message);
    const { stack } = thrown instanceof Error ? thrown : error;
    const entry = { code: error.code, message, frames: ownFrames(stack), atMs: this.#nowMs(), times: 1 };
    const last = this.#errors.at(-1);
    this.#errors =
      last && textOf(last) === textOf(entry)
        ? [...this.#errors.slice(0, -1), { ...entry, times: last.times + 1 }]
        : [...this.#errors, entry].slice(-MAX_ERRORS);
  }
}
