import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { refusal } from '../errors';

const OWNER_ONLY = 0o600;
// Far more than a renter of the simulation can have.
const MAX_BYTES = 16 * 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'file exists',
  EISDIR: 'is a directory',
  ENAMETOOLONG: 'file name too long',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EROFS: 'read-only file system'
};
const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return REASONS[code] ?? code;
};

/**
 * Writes a new file only its owner may read. One that is there is never replaced: the path comes from outside.
 * @throws {Refusal}
 */
export function createBackupFile(path: string, content: string): void {
  try {
    writeFileSync(path, content, { mode: OWNER_ONLY, flag: 'wx' });
  } catch (error) {
    throw refusal('renter/backup-not-written', { path, reason: reasonOf(error) }, error);
  }
}

/**
 * The text of a file.
 * @throws {Refusal} it is not there, no plain file, or far too long
 */
export function readBackupFile(path: string): string {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > MAX_BYTES) throw refusal('renter/backup-file-foreign', { path });
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('E')) {
      if (error.code === 'ENOENT') throw refusal('renter/backup-file-missing', { path }, error);
      throw refusal('renter/backup-file-unreadable', { path, reason: reasonOf(error) }, error);
    }
    throw error;
  }
}
