/**
 * Base class of all expected errors: a stable `code` for programs, a message for people, the facts as fields of the
 * subclass, and the original failure as `cause`.
 */
export abstract class AppError extends Error {
  /** Stable, `area/what-happened`. Tests and pages depend on this, never on the text. */
  abstract readonly code: string;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }

  /** The facts that messages to users can include: the subclass's fields, unless overridden. */
  get facts(): object {
    return this;
  }
}

/** An unforeseen failure, wrapped so that error handlers deal with a single type. */
export class UnexpectedError extends AppError {
  readonly code = 'app/unexpected';
}

/** The error as an {@link AppError}: unchanged if it is one, otherwise wrapped with the original as cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new UnexpectedError(text, { cause: error });
}

/** An AppError in transit to another thread or tab. */
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
