import { DatabaseSync } from 'node:sqlite';
import { AppError } from '$lib/errors';
import { storeError } from './sqliteError';
import { MIGRATIONS, SCHEMA, SCHEMA_VERSION } from './schema';

/** The file was written by a newer version of Quarry, or is not a chain file. */
export class StoreVersionError extends AppError {
  readonly code = 'node/store-version';
  constructor(
    readonly path: string,
    readonly version: number,
    readonly needed: number
  ) {
    super(`${path} has format ${version}, this version needs ${needed}. Start once with --reset to begin anew`);
  }
}

// Long enough for another process to finish its transaction.
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the chain file, creating its tables on first use and migrating older versions.
 * @param path a file, or `:memory:`
 * @throws {StoreVersionError}
 */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // With a write-ahead log, NORMAL loses nothing when the process dies; a power cut may undo the newest blocks.
  // The log is written back when it has sixteen megabytes: that waits for the disk, and full blocks write up to one each.
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000'
  );
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version === SCHEMA_VERSION) return database;
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  const steps = version === 0 && isEmpty ? [(empty: DatabaseSync) => empty.exec(SCHEMA)] : migrationsFrom(version);
  if (steps === undefined) {
    database.close();
    throw new StoreVersionError(path, version, SCHEMA_VERSION);
  }
  inTransaction(database, () => {
    for (const step of steps) step(database);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
  return database;
}

/** Undefined for a version without a migration. */
function migrationsFrom(version: number): ((database: DatabaseSync) => void)[] | undefined {
  const steps: ((database: DatabaseSync) => void)[] = [];
  for (let from = version; from !== SCHEMA_VERSION; from++) {
    const step = MIGRATIONS[from];
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return steps;
}

/** Runs `work` in one transaction, which is rolled back if it throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some errors, a full disk among them, have ended the transaction already; another error must not hide them.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw storeError(error);
  }
}
