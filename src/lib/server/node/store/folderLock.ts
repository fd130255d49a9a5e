import { lstatSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '$lib/errors';
import { ownDatabase } from './database';
import { isDamage, isLocked } from './sqliteError';

/** Another process has locked the folder. */
export class FolderInUseError extends AppError {
  readonly code = 'node/folder-in-use';
  constructor(
    readonly folder: string,
    /** Process id of the lock's holder; absent if unreadable. */
    readonly holder: number | undefined
  ) {
    super(
      `${folder} is in use by another instance of Quarry${holder === undefined ? '' : ` (process ${holder})`}. Stop it, or choose another folder with QUARRY_DATA_DIR.`
    );
  }
}

/**
 * Locks a folder for this process. The lock is SQLite's, on a file of its own: the system releases it however the
 * process ends, so a crash leaves nothing to clean up.
 * @returns the function that unlocks; further calls do nothing, because a failed start may unlock twice
 * @throws {FolderInUseError}
 */
export function lockFolder(folder: string): () => void {
  const holderFile = join(folder, 'lock.pid');
  let database: DatabaseSync;
  try {
    database = openLocked(join(folder, 'lock.sqlite'));
  } catch (error) {
    if (isLocked(error)) throw new FolderInUseError(folder, holderIn(holderFile));
    throw error;
  }
  // The file only tells others who holds the lock: a full or read-only disk must neither keep it nor prevent it. One of
  // this name may be left over from a crash, or be a link to a different file.
  attempt(() => rmSync(holderFile, { force: true }));
  attempt(() => writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o600, flag: 'wx' }));
  return () => {
    if (!database.isOpen) return;
    attempt(() => rmSync(holderFile, { force: true }));
    database.close();
  };
}

function openLocked(path: string): DatabaseSync {
  try {
    return openExclusively(path);
  } catch (error) {
    // The file has no content, and nobody holds it: that would have been noticed first. A link's target is left alone.
    if (!isDamage(error) || !lstatSync(path).isFile()) throw error;
    truncateSync(path);
    return openExclusively(path);
  }
}

function openExclusively(path: string): DatabaseSync {
  const database = ownDatabase(path, 0);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // Reported by what is stored next.
  }
}

function holderIn(path: string): number | undefined {
  try {
    const holder = Number(readFileSync(path, 'utf8'));
    return Number.isSafeInteger(holder) && holder > 0 ? holder : undefined;
  } catch {
    return undefined;
  }
}
