/** Where a backup is kept: a file on the daemon's machine, or with hosts under a name. */
export type BackupPlace = 'file' | 'hosts';

/**
 * Whether a path is absolute on the daemon's machine, which may be of another kind than this one.
 * Daemons take no other.
 */
export const isAbsolutePath = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

/** Daemons keep a name in so many bytes. */
const MAX_NAME_BYTES = 96;

export type BackupProblem = 'missingPath' | 'relativePath' | 'isDirectory' | 'missingName' | 'nameTooLong';

/** Why a backup cannot be made or restored with this path or name; undefined when it can. */
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
 * Why a directory below the renter's root cannot be named so; undefined when it can. The root itself is not named: it has
 * a choice of its own.
 */
export function directoryProblem(text: string): DirectoryProblem | undefined {
  const path = text.trim();
  if (path === '') return 'missing';
  if (path.startsWith('/')) return 'leadingSlash';
  if (path.split('/').some((part) => part === '..' || part === '.')) return 'dotSegments';
  return path.includes('//') || path.endsWith('/') ? 'emptySegment' : undefined;
}
