import { AppError } from '$lib/errors';

/** Bytes, text or JSON that do not match their layout; `path` names the field. */
export class CodecError extends AppError {
  readonly code: string = 'codec/malformed';

  constructor(
    message: string,
    readonly path = '',
    options?: { cause?: unknown }
  ) {
    super(path === '' ? message : `${path}: ${message}`, options);
  }
}

/** An integer beyond 2^53 where only a JavaScript number is possible. */
export class UnsafeIntegerError extends CodecError {
  override readonly code = 'codec/unsafe-integer';
}
