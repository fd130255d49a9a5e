import type { JsonValue } from '$lib/codec/json';
import type { Dialect } from '../dialect';

/**
 * Says that JSON is in another dialect than ours: of an answer, in that of the server it comes from; of a request, in which
 * its body is written. Bodies pass Quarry's own server as they are.
 */
export const DIALECT_HEADER = 'quarry-dialect';

/** The other dialect that JSON is in; nothing for ours. Which there are, only what reads and writes them knows. */
export const dialectIn = (headers: Headers): Dialect | undefined =>
  (headers.get(DIALECT_HEADER) as Dialect | null) ?? undefined;

/** Another dialect's names in the place of ours. */
export interface Spelling {
  readonly dialect: Dialect;
  /** JSON of ours, as its server wants it. */
  write(ours: JsonValue): JsonValue;
  /** JSON of its server, as we have it. */
  read(theirs: JsonValue): JsonValue;
}

/** Loaded where another dialect is spoken: the first page needs ours only. */
export async function openSpelling(dialect: Dialect | undefined): Promise<Spelling | undefined> {
  return dialect && (await import('../dialect')).spellingOf(dialect);
}
