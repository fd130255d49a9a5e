import { AppError } from '$lib/errors';
import type { Refusal } from '../errors';

/** A refusal whose handler went on all the same: its text is followed by the route's whole result. */
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
