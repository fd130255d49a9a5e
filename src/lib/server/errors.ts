import { writeErrorText, type ErrorRow } from '$lib/api/http/errorTable';
import { quarryErrors, type QuarryErrorCode, type QuarryErrorData } from '$lib/api/quarry/errors';
import { AppError } from '$lib/errors';

/** A request that Quarry's own server refuses, with one of {@link quarryErrors}. */
export class ServerRefusal<Code extends QuarryErrorCode = QuarryErrorCode> extends AppError {
  readonly status: number;

  constructor(
    readonly code: Code,
    readonly data: QuarryErrorData[Code],
    options?: { cause?: unknown }
  ) {
    const row: ErrorRow = quarryErrors[code];
    super(writeErrorText(row.wire, { ...(data as object) }), options);
    this.status = row.status ?? 400;
  }
}
