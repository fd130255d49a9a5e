import { normalize } from 'node:path';
import { MAX_FOLDER_BYTES, MIN_FOLDER_BYTES } from '$lib/api/daemon/hostLimits';
import { FolderError } from '$lib/server/node/errors';

/**
 * Whether a folder may be that large.
 * @param size bytes
 * @throws {FolderError}
 */
export function checkSize(size: bigint): void {
  if (size > MAX_FOLDER_BYTES) {
    const message = `maximum allowed size for a storage folder is 18.01440 PB (${MAX_FOLDER_BYTES} bytes)`;
    throw new FolderError('host/folder-size', message);
  }
  if (size < MIN_FOLDER_BYTES) {
    const message = `minimum allowed size for a storage folder is 268.44 MB (${MIN_FOLDER_BYTES} bytes)`;
    throw new FolderError('host/folder-size', message);
  }
}

/** The path without `..`, doubled slashes and a slash at the end. */
export const cleanPath = (path: string): string => normalize(path).replace(/(?<=.)\/+$/, '');
