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
 * Writes a new file readable by its owner only. Never overwrites: the path comes from a request.
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
 * Reads a file's text.
 * @throws {Refusal} missing, not a regular file, empty, or too large
 */
export function readBackupFile(path: string): string {
  try {
    const stat = statSync(path);
    // The files below /proc have no size. Some of them never end, others wait for the system's next message.
    if (!stat.isFile() || stat.size === 0 || stat.size > MAX_BYTES)
      throw refusal('renter/backup-file-foreign', { path });
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('E')) {
      if (error.code === 'ENOENT') throw refusal('renter/backup-file-missing', { path }, error);
      throw refusal('renter/backup-file-unreadable', { path, reason: reasonOf(error) }, error);
    }
    throw error;
  }
}
