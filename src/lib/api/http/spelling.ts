import type { JsonValue } from '$lib/codec/json';
import type { Dialect } from '../dialect';

/**
 * Names the dialect of a JSON body that is not in ours: the server's for a response, the body's for a request. Quarry's
 * server forwards bodies unchanged.
 */
export const DIALECT_HEADER = 'quarry-dialect';

/** The dialect in the header; undefined for ours. Its value is validated by `openSpelling`. */
export const dialectIn = (headers: Headers): Dialect | undefined =>
  (headers.get(DIALECT_HEADER) as Dialect | null) ?? undefined;

/** Translation between our dialect and another. */
export interface Spelling {
  readonly dialect: Dialect;
  /** Translates our JSON for the server. */
  write(ours: JsonValue): JsonValue;
  /** Translates the server's JSON to ours. */
  read(theirs: JsonValue): JsonValue;
}

/** Loads the translation on demand: the first page needs only our dialect. */
export async function openSpelling(dialect: Dialect | undefined): Promise<Spelling | undefined> {
  return dialect && (await import('../dialect')).spellingOf(dialect);
}
