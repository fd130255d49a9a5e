import { DatabaseSync } from 'node:sqlite';
import { AppError } from '$lib/errors';
import { SCHEMA, SCHEMA_VERSION } from './schema';

/** The chain file was written by another version of Quarry, or is no chain file. */
export class StoreVersionError extends AppError {
  readonly code = 'devnode/store-version';
  constructor(
    readonly path: string,
    readonly version: number
  ) {
    super(`${path} has format ${version}, this version needs ${SCHEMA_VERSION}. Start once with --reset to begin anew`);
  }
}

// Long enough for another process, such as a check, to finish its transaction.
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the chain file, creating its tables on first use.
 * @param path a file, or `:memory:`
 * @throws {StoreVersionError}
 */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // With a write-ahead log, NORMAL loses nothing when the process dies; a power cut may undo the newest blocks.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536');
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version === SCHEMA_VERSION) return database;
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (version !== 0 || !isEmpty) {
    database.close();
    throw new StoreVersionError(path, version);
  }
  database.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  return database;
}

/** Runs `work` in one transaction: all of it is stored, or, when it throws, nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
