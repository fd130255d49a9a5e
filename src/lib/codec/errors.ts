import { AppError } from '../errors';

/** Bytes, text or JSON that are not what the layout says; `path` names the field. */
export class CodecError extends AppError {
  readonly code = 'codec/malformed';

  constructor(
    message: string,
    readonly path = '',
    options?: { cause?: unknown }
  ) {
    super(path === '' ? message : `${path}: ${message}`, options);
  }
}
