import { CodecError } from './errors';

/**
 * An error propagating out of nested layouts. Each layout adds its field when it rethrows, so only failures pay for
 * paths.
 */
class Fault extends Error {
  /** Field names and list indices, innermost first. */
  readonly fields: (string | number)[] = [];

  constructor(override readonly cause: unknown) {
    super();
  }
}

/** The error with the field name or list index added to its path. */
export function faultAt(field: string | number, error: unknown): Error {
  const fault = error instanceof Fault ? error : new Fault(error);
  fault.fields.push(field);
  return fault;
}

/** The original error without its path. */
export const causeOf = (error: unknown): unknown => (error instanceof Fault ? error.cause : error);

/** The error as a CodecError with the path of the field. */
export function asCodecError(error: unknown): CodecError {
  const cause = causeOf(error);
  const fields = error instanceof Fault ? error.fields.toReversed() : [];
  if (!(cause instanceof CodecError)) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return new CodecError(message, fields.join('.'), { cause });
  }
  if (fields.length === 0) return cause;
  const inner = cause.path === '' ? [] : [cause.path];
  const message = cause.message.slice(cause.path === '' ? 0 : `${cause.path}: `.length);
  return new CodecError(message, [...fields, ...inner].join('.'), { cause });
}
