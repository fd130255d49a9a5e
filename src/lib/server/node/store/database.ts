import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '$lib/errors';
import { requireInPlace, setPlace } from './writes/inPlace';
import { FolderGoneError, storeError } from './sqliteError';
import { MIGRATIONS, SCHEMA, SCHEMA_VERSION } from './schema';

/** The file was written by a newer version of Quarry, or is not a chain file. */
export class StoreVersionError extends AppError {
  readonly code = 'node/store-version';
  constructor(
    readonly path: string,
    readonly version: number,
    readonly needed: number,
    /** What to do, in full sentences. */
    advice: string
  ) {
    const origin = version > needed ? 'was written by a newer version of Quarry: it ' : '';
    super(`${path} ${origin}has format ${version}, this version reads ${needed}. ${advice}`);
  }
}

/** The schema of a file, and the migrations that bring older files up to it. */
export interface FileFormat {
  /** Stored in the file as SQLite's user_version; incremented whenever the tables change. */
  readonly version: number;
  /** Creates the tables in an empty file. */
  readonly schema: string;
  /** By the version that a step starts from; each leads to the next version. */
  readonly migrations: Readonly<Record<number, (database: DatabaseSync) => void>>;
  /** What to do about a file whose version cannot be migrated, in full sentences. */
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

/** Permission bits of users other than the owner and the file's group. */
const OTHERS = 0o007;

/**
 * Opens a database that only its owner, and any group that the owner has allowed, may read: it holds wallet addresses
 * or encrypted seeds. SQLite gives its log the same permissions.
 * @param path a file, or `:memory:` @param timeoutMs time to wait for another process
 */
export function ownDatabase(path: string, timeoutMs: number): DatabaseSync {
  if (path !== ':memory:') {
    if (!existsSync(path)) createFile(path);
    // A process that was killed leaves its log, which SQLite then continues as it is.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) closeToOthers(file);
  }
  const database = new DatabaseSync(path, { timeout: timeoutMs });
  setPlace(database, path);
  return database;
}

function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', OWNER_ONLY));
  } catch (cause) {
    const isGone = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw isGone ? new FolderGoneError(path, { cause }) : cause;
  }
}

/** Earlier versions created files that everyone could read. */
function closeToOthers(path: string): void {
  try {
    chmodSync(path, statSync(path).mode & ~OTHERS);
  } catch {
    // Another user's file, or a file system without permissions. Opening the file shows whether it is usable.
  }
}

/**
 * Opens the chain file, creating its tables on first use and migrating older versions.
 * @param path a file, or `:memory:`
 * @throws {StoreVersionError}
 */
export function openDatabase(path: string): DatabaseSync {
  const database = ownDatabase(path, BUSY_TIMEOUT_MS);
  try {
    // With a write-ahead log, NORMAL loses nothing if the process dies; a power failure may undo the newest blocks. The
    // log is checkpointed at 128 MB. A checkpoint waits for the disk and writes each changed page once; full blocks log
    // up to a megabyte each, much of it the same pages again.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 32000'
    );
    migrate(database, path, CHAIN_FILE);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether the database has a write-ahead log: one connection can read while another writes. */
export const hasLog = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA journal_mode').get()!.journal_mode === 'wal';

/**
 * Creates the tables of an empty file, or migrates those of an older one, in one transaction.
 * @throws {StoreVersionError} the file is newer, or older than every migration; it is left unchanged
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

/**
 * Runs `work` in one transaction, which is rolled back if it throws.
 * @throws {NotStoredError} nothing can be stored
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  requireInPlace(database);
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some errors, such as a full disk, have already ended the transaction; a failing ROLLBACK must not hide them.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw storeError(error);
  }
}
