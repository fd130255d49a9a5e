import { AppError } from '$lib/errors';
import { ImportError, type LineFault } from '../errors';

/** A file of another kind would otherwise be read to its end, with an error per line. */
export const MAX_LINE_FAULTS = 50;

/**
 * Parses all lines of a list, so that every faulty one is reported at once.
 * @param lineOf the number of a row's line
 * @throws {ImportError} with the faulty lines, up to {@link MAX_LINE_FAULTS}
 */
export function parseLines<R, T>(rows: Iterable<R>, lineOf: (row: R) => number, parse: (row: R) => T): T[] {
  const parsed: T[] = [];
  const faults: LineFault[] = [];
  let first: ImportError | undefined;
  let hasMore = false;
  for (const row of rows) {
    try {
      parsed.push(atLine(lineOf(row), () => parse(row)));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      first ??= error;
      hasMore = faults.length === MAX_LINE_FAULTS;
      if (hasMore) break;
      faults.push({ line: error.line, fault: error.fault });
    }
  }
  if (first === undefined) return parsed;
  const { line, fault } = first;
  throw new ImportError(line, fault, { cause: causeOf(first), faults, hasMore });
}

/** Adds the line number to errors. */
export function atLine<T>(at: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImportError) throw new ImportError(at, error.fault, { cause: causeOf(error) });
    if (error instanceof AppError) throw new ImportError(at, 'unreadable', { cause: error });
    throw error;
  }
}

const causeOf = ({ cause }: ImportError): AppError | undefined => (cause instanceof AppError ? cause : undefined);
