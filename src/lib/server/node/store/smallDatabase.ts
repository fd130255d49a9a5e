import { DatabaseSync } from 'node:sqlite';
import { AppError } from '$lib/errors';
import { isDamage } from './sqliteError';

/** A database beside the chain's that is corrupt or no database. */
export class DamagedFileError extends AppError {
  readonly code = 'node/damaged-file';
  constructor(
    readonly path: string,
    problem: string,
    /** What helps, as a sentence. */
    advice: string,
    options?: { cause?: unknown }
  ) {
    super(`${path} is damaged (${problem}). ${advice}`, options);
  }
}

/**
 * Opens a database and checks its structure: these files are small.
 * @param path a file, or `:memory:`
 * @param advice what to do when it is damaged
 * @param prepare creates or checks the tables
 * @throws {DamagedFileError}
 */
export function openSmallDatabase(
  path: string,
  advice: string,
  prepare: (database: DatabaseSync) => void
): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const result = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
    if (result !== 'ok') throw new DamagedFileError(path, String(result), advice);
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    if (!isDamage(error)) throw error;
    throw new DamagedFileError(path, error instanceof Error ? error.message : String(error), advice, { cause: error });
  }
}
