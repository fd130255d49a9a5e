import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '$lib/errors';
import { NoFileError } from './dataFile';

const OWNER_ONLY = 0o600;
const WRITABLE_BY_ALL = 0o002;

/** Any user of this computer could replace our secret with their own, or with a link to another file. */
export class SharedFolderError extends AppError {
  readonly code = 'server/shared-folder';
  constructor(readonly path: string) {
    super(
      `every user of this computer can write to ${path}. Run chmod o-w on it, or choose another folder with QUARRY_DATA_DIR.`
    );
  }
}

/**
 * A secret of `length` random bytes as lower-case hex, in a file readable by its owner only; created on first use. The
 * file ends with a newline that is not part of the secret. A file that is empty, or has NULs only, as a power failure
 * can leave it, counts as missing: everyone would know the secret.
 * @throws {SharedFolderError | NoFileError}
 */
export const secretFromFile = (path: string, length: number): string =>
  secretTextFromFile(path, () => randomBytes(length).toString('hex'));

/**
 * The same with a text from `create`.
 * @throws {SharedFolderError | NoFileError}
 */
export function secretTextFromFile(path: string, create: () => string): string {
  makePrivateFolder(dirname(path));
  const known = readSecret(path);
  if (known !== '') return known;
  // Written completely under another name first, so that a crash leaves no partial secret.
  const fresh = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(fresh, `${create()}\n`, { mode: OWNER_ONLY, flag: 'wx', flush: true });
    takeName(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
  return readSecret(path);
}

/**
 * Creates a folder for its owner only, unless it exists.
 * @throws {SharedFolderError} it exists, and every user may write to it
 */
export function makePrivateFolder(path: string): void {
  makeFolder(path);
  // Windows has access lists instead, and reports every folder as writable.
  if (process.platform !== 'win32' && (statSync(path).mode & WRITABLE_BY_ALL) !== 0) throw new SharedFolderError(path);
}

/**
 * Creates a folder, and those above it, for its owner only, unless it exists. Node's own recursion never ends where the
 * system says that a folder does not exist although the one above it does, as below /proc.
 * @throws the system's error, with the path
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || statSync(above, { throwIfNoEntry: false }) !== undefined) throw error;
    makeFolder(above);
    makeFolder(path);
  }
}

/** When two servers start at once, the second uses the first one's secret: a hard link replaces nothing. */
function takeName(fresh: string, path: string): void {
  try {
    linkSync(fresh, path);
  } catch {
    // The name exists; or its file is empty; or the file system has no hard links.
    if (readSecret(path) === '') renameSync(fresh, path);
  }
}

function readSecret(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return '';
  if (found.isDirectory()) throw new NoFileError(path);
  chmodSync(path, OWNER_ONLY);
  return readFileSync(path, 'utf8').replaceAll('\0', '').trim();
}
