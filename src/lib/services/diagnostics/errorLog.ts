import { toAppError } from '$lib/errors';
import { ownFrames, redact } from './redact';

/** An error as included in a bug report: nothing in it identifies a person, wallet or server. */
export interface LoggedError {
  readonly code: string;
  /** Redacted. */
  readonly message: string;
  /** Stack locations in Quarry's own code. */
  readonly frames: readonly string[];
  /** Time of the last occurrence, milliseconds since 1970. */
  readonly atMs: number;
  /** Number of consecutive occurrences. */
  readonly times: number;
}

const MAX_ERRORS = 20;
/** A message may quote megabytes of a server's, and redacting takes quadratic time. */
const MAX_MESSAGE_LENGTH = 2_000;
/** The frames come last. */
const MAX_STACK_LENGTH = 10_000;

/** Areas that handle recovery words, keys and passwords: their errors are logged by code only. */
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
    const message = SILENT.test(error.code) ? '' : redact(error.message.slice(0, MAX_MESSAGE_LENGTH));
    const { stack } = thrown instanceof Error ? thrown : error;
    const entry = {
      code: error.code,
      message,
      frames: ownFrames(stack?.slice(-MAX_STACK_LENGTH)),
      atMs: this.#nowMs(),
      times: 1
    };
    const last = this.#errors.at(-1);
    this.#errors =
      last && textOf(last) === textOf(entry)
        ? [...this.#errors.slice(0, -1), { ...entry, times: last.times + 1 }]
        : [...this.#errors, entry].slice(-MAX_ERRORS);
  }
}
