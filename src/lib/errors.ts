/**
 * Base of every error Quarry throws on purpose: a stable `code` for programs, a message for people,
 * the facts as fields on the subclass, and the original failure as `cause`.
 */
export abstract class AppError extends Error {
  /** Stable, `area/what-happened`; tests and pages react to this, never to the text. */
  abstract readonly code: string;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }

  /** What a text about it may name: the fields of the subclass, unless it keeps its facts elsewhere. */
  get facts(): object {
    return this;
  }
}

/** A failure nobody foresaw, wrapped so that the three catch places handle one type. */
export class UnexpectedError extends AppError {
  readonly code = 'app/unexpected';
}

/** The error as an {@link AppError}: unchanged when it is one, else wrapped with the original as cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new UnexpectedError(text, { cause: error });
}

/** An AppError as it crosses to another thread or tab. */
export interface ErrorMessage {
  readonly code: string;
  readonly message: string;
  readonly facts: object;
}

export const toErrorMessage = ({ code, message, facts }: AppError): ErrorMessage => ({
  code,
  message,
  facts: { ...facts }
});

/** An AppError that was thrown in a worker. */
export class WorkerError extends AppError {
  readonly code: string;
  readonly #facts: object;

  constructor({ code, message, facts }: ErrorMessage) {
    super(message);
    this.code = code;
    this.#facts = facts;
  }

  override get facts(): object {
    return this.#facts;
  }
}
