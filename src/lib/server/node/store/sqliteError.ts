import { storageErrors, writeErrorText } from '$lib/api/http/errorTable';
import { AppError } from '$lib/errors';

// https://www.sqlite.org/rescode.html
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
/** Extended codes keep the primary one in their low byte. */
const PRIMARY_CODE = 0xff;
/** Extended codes of SQLITE_IOERR: a file could not be written or flushed; the log's index could not grow. */
const IOERR_WRITE = 778;
const IOERR_FSYNC = 1034;
const IOERR_SHMSIZE = 4874;

const extendedCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;

/** SQLite's primary result code of an error of node:sqlite; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & PRIMARY_CODE;
}

/** The file is corrupt or not an SQLite database. */
export const isDamage = (error: unknown): boolean => [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error) ?? -1);

/** Another connection, often of another process, has locked the file. */
export const isLocked = (error: unknown): boolean => [SQLITE_BUSY, SQLITE_LOCKED].includes(sqliteCode(error) ?? -1);

/** The data folder cannot be written to; nothing was stored. The message says why, and what to do. */
export abstract class NotStoredError extends AppError {}

/** The disk, or the quota of its user, has no room. */
export class DiskFullError extends NotStoredError {
  readonly code = 'node/disk-full';
  constructor(options?: { cause?: unknown }) {
    super(storageErrors['node/disk-full'].wire, options);
  }
}

/** A failing disk, which systems make read-only, or missing permissions. */
export class UnwritableError extends NotStoredError {
  readonly code = 'node/unwritable';
  constructor(options?: { cause?: unknown }) {
    super(storageErrors['node/unwritable'].wire, options);
  }
}

/** SQLite goes on writing to a file that has no name any more. */
export class FolderGoneError extends NotStoredError {
  readonly code = 'node/folder-gone';
  constructor(
    readonly path: string,
    options?: { cause?: unknown }
  ) {
    super(writeErrorText(storageErrors['node/folder-gone'].wire, { path }), options);
  }
}

const fileCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const isFull = (error: unknown): boolean =>
  sqliteCode(error) === SQLITE_FULL || extendedCode(error) === IOERR_SHMSIZE || fileCode(error) === 'ENOSPC';

const isUnwritable = (error: unknown): boolean =>
  [SQLITE_READONLY, SQLITE_CANTOPEN].includes(sqliteCode(error) ?? -1) ||
  [IOERR_WRITE, IOERR_FSYNC].some((code) => code === extendedCode(error)) ||
  fileCode(error) === 'EROFS';

/** Maps known errors of SQLite and of files to typed errors. */
export function storeError(error: unknown): unknown {
  if (isFull(error)) return new DiskFullError({ cause: error });
  return isUnwritable(error) ? new UnwritableError({ cause: error }) : error;
}
