import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/**
 * `length` random bytes as lower-case hex, kept in a file that only its owner may read; made on first use.
 * A newline ends the file; it is no part of the secret. An empty file counts as none: an empty password would let
 * everybody in.
 */
export function secretFromFile(path: string, length: number): string {
  const known = readSecret(path);
  if (known !== '') return known;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Written whole under another name first, so that a crash leaves no half a secret.
  const fresh = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(fresh, `${randomBytes(length).toString('hex')}\n`, { mode: OWNER_ONLY, flag: 'wx' });
    takeName(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
  return readSecret(path);
}

/** Of two servers starting at once, the second takes the first one's secret: a link replaces nothing. */
function takeName(fresh: string, path: string): void {
  try {
    linkSync(fresh, path);
  } catch {
    // Taken; or empty; or a file system without links.
    if (readSecret(path) === '') renameSync(fresh, path);
  }
}

function readSecret(path: string): string {
  try {
    chmodSync(path, OWNER_ONLY);
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
