import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { FolderGoneError } from '../sqliteError';

/** Where the files were when they were opened. */
const places = new WeakMap<DatabaseSync, { readonly path: string; readonly identity: string }>();

/** What a file keeps while its content changes; undefined if there is none. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** Remembers which file was opened; `:memory:` is none. */
export function setPlace(database: DatabaseSync, path: string): void {
  const identity = identityOf(path);
  if (identity !== undefined) places.set(database, { path, identity });
}

/** Whether the file is still the one that was opened: what is written to any other is lost at the next start. */
export function isInPlace(database: DatabaseSync): boolean {
  const place = places.get(database);
  try {
    return place === undefined || identityOf(place.path) === place.identity;
  } catch {
    // Such as a disk that fails, of which SQLite reports more.
    return true;
  }
}

/** @throws {FolderGoneError} the file is not {@link isInPlace} */
export function requireInPlace(database: DatabaseSync): void {
  if (!isInPlace(database)) throw new FolderGoneError(places.get(database)!.path);
}
