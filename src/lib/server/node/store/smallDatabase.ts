import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '$lib/errors';
import { migrate, ownDatabase, type FileFormat } from './database';
import { isDamage } from './sqliteError';

/** A database other than the chain's is corrupt, or not a database. */
export class DamagedFileError extends AppError {
  readonly code = 'node/damaged-file';
  constructor(
    readonly path: string,
    problem: string,
    /** What to do, in full sentences. */
    advice: string,
    options?: { cause?: unknown }
  ) {
    super(`${path} is damaged (${problem}). ${advice}`, options);
  }
}

/**
 * Opens a small database, checks its structure and migrates its tables.
 * @param path a file, or `:memory:`
 * @param ifDamaged what to do if it is damaged, in full sentences
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
