import { normalize } from 'node:path';
import { MAX_FOLDER_BYTES, MIN_FOLDER_BYTES } from '$lib/api/daemon/hostLimits';
import { refusal } from '$lib/server/node/errors';

/**
 * Checks a folder's size against the limits.
 * @param size bytes
 * @param parameter that it was given in
 * @throws {Refusal}
 */
export function checkSize(size: bigint, parameter: 'size' | 'newsize'): void {
  if (size > MAX_FOLDER_BYTES) {
    throw refusal('host/folder-too-large', { size: '18.01440 PB', bytes: MAX_FOLDER_BYTES }).about(parameter);
  }
  if (size < MIN_FOLDER_BYTES) {
    throw refusal('host/folder-too-small', { size: '268.44 MB', bytes: MIN_FOLDER_BYTES }).about(parameter);
  }
}

/** The path without `..`, repeated slashes and trailing slash. */
export const cleanPath = (path: string): string => normalize(path).replace(/(?<=.)\/$/, '');
