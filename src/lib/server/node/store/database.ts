import { closeSync, existsSync, openSync } from 'node:fs';
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
    readonly needed: number,
    /** What helps, as sentences. */
    advice: string
  ) {
    const origin = version > needed ? 'was written by a newer version of Quarry: it ' : '';
    super(`${path} ${origin}has format ${version}, this version reads ${needed}. ${advice}`);
  }
}

/** What the tables of a file are, and how those of older files become them. */
export interface FileFormat {
  /** Kept in the file as SQLite's user_version; raised whenever the tables change. */
  readonly version: number;
  /** Creates the tables in an empty file. */
  readonly schema: string;
  /** By the version that a step begins with; each ends with the next version. */
  readonly migrations: Readonly<Record<number, (database: DatabaseSync) => void>>;
  /** What helps when the file has a version that no step leads from, as sentences. */
  readonly advice: string;
}

const CHAIN_FILE: FileFormat = {
  version: SCHEMA_VERSION,
  schema: SCHEMA,
  migrations: MIGRATIONS,
  advice: 'Start the version that wrote it, or start once with --reset to begin a new chain.'
};

// Long enough for another process to finish its transaction.
const BUSY_TIMEOUT_MS = 5_000;

const OWNER_ONLY = 0o600;

/**
 * A database in a file that only its owner reads, as a new one is: of wallets it has addresses, of seeds what is sealed. Its
 * log takes its permissions.
 * @param path a file, or `:memory:` @param timeout milliseconds to wait for another process
 */
export function ownDatabase(path: string, timeout: number): DatabaseSync {
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY));
  return new DatabaseSync(path, { timeout });
}

/**
 * Opens the chain file, creating its tables on first use and migrating older versions.
 * @param path a file, or `:memory:`
 * @throws {StoreVersionError}
 */
export function openDatabase(path: string): DatabaseSync {
  const database = ownDatabase(path, BUSY_TIMEOUT_MS);
  // With a write-ahead log, NORMAL loses nothing when the process dies; a power cut may undo the newest blocks.
  // The log is written back when it has 128 MB. That waits for the disk and writes each changed page once: full blocks log
  // up to a megabyte each, much of it the same pages again.
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 32000'
  );
  try {
    migrate(database, path, CHAIN_FILE);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Creates the tables of an empty file, and brings those of an older one up to date, in one transaction.
 * @throws {StoreVersionError} the file is newer, or older than every migration; it is as before
 */
export function migrate(database: DatabaseSync, path: string, format: FileFormat): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version === format.version) return;
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  const create = (empty: DatabaseSync) => empty.exec(format.schema);
  const steps = version === 0 && isEmpty ? [create] : stepsFrom(version, format);
  if (steps === undefined) throw new StoreVersionError(path, version, format.version, format.advice);
  inTransaction(database, () => {
    for (const step of steps) step(database);
    database.exec(`PRAGMA user_version = ${format.version}`);
  });
}

/** Undefined for a version without a migration. */
function stepsFrom(
  start: number,
  { version, migrations }: FileFormat
): ((database: DatabaseSync) => void)[] | undefined {
  const steps: ((database: DatabaseSync) => void)[] = [];
  for (let from = start; from !== version; from++) {
    const step = migrations[from];
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
