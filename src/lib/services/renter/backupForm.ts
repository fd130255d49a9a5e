/** Where a backup is kept: a file on the daemon's machine, or with hosts under a name. */
export type BackupPlace = 'file' | 'hosts';

/**
 * Whether a path is absolute on the daemon's machine, which may be of another kind than this one.
 * Daemons take no other: what would it be relative to?
 */
export const isAbsolutePath = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

/** Daemons keep a name in so many bytes. */
const MAX_NAME_BYTES = 96;

/** Why a backup cannot be made or restored with this path or name; undefined when it can. */
export function backupProblem(place: BackupPlace, text: string): string | undefined {
  const given = text.trim();
  if (place === 'file') {
    if (given === '') return 'Say where: the path of a file on the computer of the node.';
    if (!isAbsolutePath(given))
      return 'Write the whole path, from the root: /home/me/files.backup or C:\\files.backup.';
    return /[\\/]$/.test(given) ? 'This is a directory: add the name of a file.' : undefined;
  }
  if (given === '') return 'A name is missing.';
  if (new TextEncoder().encode(given).length > MAX_NAME_BYTES) return `At most ${MAX_NAME_BYTES} bytes of name.`;
  return undefined;
}

/**
 * Why a directory below the renter's root cannot be named so; undefined when it can. The root itself is not named: it has
 * a choice of its own.
 */
export function directoryProblem(text: string): string | undefined {
  const path = text.trim();
  if (path === '') return 'Name a directory, or choose the root.';
  if (path.startsWith('/')) return 'Without the slash at the beginning: paths are below the renter’s root.';
  if (path.split('/').some((part) => part === '..' || part === '.')) return 'Without . and ..: write the path itself.';
  return path.includes('//') || path.endsWith('/') ? 'A name between two slashes is missing.' : undefined;
}
