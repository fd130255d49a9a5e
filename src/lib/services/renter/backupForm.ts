/** Where a backup is stored: in a file on the daemon's machine, or on hosts under a name. */
export type BackupPlace = 'file' | 'hosts';

/**
 * Whether a path is absolute on the daemon's machine, which may have another operating system. Daemons accept no other.
 */
export const isAbsolutePath = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

/** Maximum length of a name in bytes. */
const MAX_NAME_BYTES = 96;

export type BackupProblem = 'missingPath' | 'relativePath' | 'isDirectory' | 'missingName' | 'nameTooLong';

/** Why a backup path or name is invalid; undefined if it is valid. */
export function backupProblem(place: BackupPlace, text: string): BackupProblem | undefined {
  const given = text.trim();
  if (place === 'file') {
    if (given === '') return 'missingPath';
    if (!isAbsolutePath(given)) return 'relativePath';
    return /[\\/]$/.test(given) ? 'isDirectory' : undefined;
  }
  if (given === '') return 'missingName';
  return new TextEncoder().encode(given).length > MAX_NAME_BYTES ? 'nameTooLong' : undefined;
}

export type DirectoryProblem = 'missing' | 'leadingSlash' | 'dotSegments' | 'emptySegment';

/**
 * Why a directory name relative to the renter's root is invalid; undefined if it is valid. The root itself is a
 * separate option.
 */
export function directoryProblem(text: string): DirectoryProblem | undefined {
  const path = text.trim();
  if (path === '') return 'missing';
  if (path.startsWith('/')) return 'leadingSlash';
  if (path.split('/').some((part) => part === '..' || part === '.')) return 'dotSegments';
  return path.includes('//') || path.endsWith('/') ? 'emptySegment' : undefined;
}
