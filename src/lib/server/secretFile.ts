import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/**
 * `length` random bytes as lower-case hex, kept in a file that only its owner may read; made on first use.
 * A newline ends the file; it is no part of the secret.
 */
export function secretFromFile(path: string, length: number): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    // `wx`: of two servers starting at once, the second takes the first one's secret.
    writeFileSync(path, `${randomBytes(length).toString('hex')}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    chmodSync(path, OWNER_ONLY);
  }
  return readFileSync(path, 'utf8').trim();
}
