import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '$lib/errors';
import { migrate, ownDatabase, type FileFormat } from './database';
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
 * Opens a database, checks its structure, which takes no time with files as small as these, and brings its tables up to
 * date.
 * @param path a file, or `:memory:`
 * @param ifDamaged what to do when it is damaged, as sentences
 * @throws {DamagedFileError | StoreVersionError}
 */
export function openSmallDatabase(path: string, format: FileFormat, ifDamaged: string): DatabaseSync {
  const database = ownDatabase(path, 5_000);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const result = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
    if (result !== 'ok') throw new DamagedFileError(path, String(result), ifDamaged);
    migrate(database, path, format);
    return database;
  } catch (error) {
    database.close();
    if (!isDamage(error)) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw new DamagedFileError(path, problem, ifDamaged, { cause: error });
  }
}
