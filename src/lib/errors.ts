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

/** An AppError that was thrown in a worker: its code and its words, as they crossed. */
export class WorkerError extends AppError {
  constructor(
    readonly code: string,
    message: string
  ) {
    super(message);
  }
}
