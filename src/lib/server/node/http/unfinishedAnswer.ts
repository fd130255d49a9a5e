import { AppError } from '$lib/errors';
import type { Refusal } from '../errors';

/** A refusal after which the handler still completed: the error text is followed by the route's result. */
export class UnfinishedAnswerError extends AppError {
  readonly code: string;
  constructor(
    readonly refusal: Refusal,
    readonly result: unknown
  ) {
    super(refusal.message);
    this.code = refusal.code;
  }
}
