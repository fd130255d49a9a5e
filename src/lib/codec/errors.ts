import { AppError } from '$lib/errors';

/** Bytes, text or JSON that do not match their layout; `path` names the field. */
export class CodecError extends AppError {
  readonly code: string = 'codec/malformed';
  /** For text: the 1-based position of the offending character, if known. */
  readonly position: number | undefined;

  constructor(
    message: string,
    readonly path = '',
    options?: { cause?: unknown; position?: number }
  ) {
    super(path === '' ? message : `${path}: ${message}`, options);
    this.position = options?.position;
  }
}

/** An integer beyond 2^53 where only a JavaScript number can be used. */
export class UnsafeIntegerError extends CodecError {
  override readonly code = 'codec/unsafe-integer';
}
