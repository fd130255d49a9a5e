import { AppError } from '$lib/errors';

// https://www.sqlite.org/rescode.html
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
/** Extended codes keep the primary one in their low byte. */
const PRIMARY_CODE = 0xff;

/** SQLite's primary result code of an error of node:sqlite; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & PRIMARY_CODE
    : undefined;
}

/** The file is corrupt or not an SQLite database. */
export const isDamage = (error: unknown): boolean => [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error) ?? -1);

/** Another connection, often of another process, has locked the file. */
export const isLocked = (error: unknown): boolean => [SQLITE_BUSY, SQLITE_LOCKED].includes(sqliteCode(error) ?? -1);

/** The disk is full; nothing was stored. */
export class DiskFullError extends AppError {
  readonly code = 'node/disk-full';
  constructor(options?: { cause?: unknown }) {
    super('The disk that holds the data folder is full. Free some space; nothing was changed.', options);
  }
}

const isFull = (error: unknown): boolean =>
  sqliteCode(error) === SQLITE_FULL || (error instanceof Error && 'code' in error && error.code === 'ENOSPC');

/** Maps known errors of SQLite and of files to typed errors. */
export const storeError = (error: unknown): unknown => (isFull(error) ? new DiskFullError({ cause: error }) : error);
