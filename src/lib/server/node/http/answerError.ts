import { AppError } from '$lib/errors';

/** A request answered with an error status; the message is what the client reads. */
export class AnswerError extends AppError {
  readonly code = 'node/answer';
  constructor(
    readonly status: number,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
  }
}

/** An error whose handler goes on all the same: the message is followed by the route's whole result. */
export class UnfinishedAnswerError extends AnswerError {
  constructor(
    status: number,
    message: string,
    readonly result: unknown
  ) {
    super(status, message);
  }
}

/** 400 with this message. */
export const badRequest = (message: string, cause?: unknown): AnswerError => new AnswerError(400, message, { cause });
/** 404 with this message. */
export const notFound = (message: string): AnswerError => new AnswerError(404, message);
/** 500 with this message. */
export const failed = (message: string, cause?: unknown): AnswerError => new AnswerError(500, message, { cause });
