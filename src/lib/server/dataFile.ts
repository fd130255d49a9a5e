import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { AppError } from '$lib/errors';

/** The file is not JSON, or does not match the format of its version. */
export class DamagedDataFileError extends AppError {
  readonly code = 'server/damaged-file';
  constructor(
    readonly path: string,
    /** What to do, in full sentences. */
    advice: string,
    options?: { cause?: unknown }
  ) {
    super(`${path} is damaged. ${advice}`, options);
  }
}

/** The file was written by a newer version of Quarry. It is left unchanged. */
export class DataFileVersionError extends AppError {
  readonly code = 'server/file-version';
  constructor(
    readonly path: string,
    readonly version: number,
    readonly needed: number,
    advice: string
  ) {
    super(
      `${path} was written by a newer version of Quarry: it has format ${version}, this version reads ${needed}. ${advice}`
    );
  }
}

/** There is a folder in place of a file. */
export class NoFileError extends AppError {
  readonly code = 'server/no-file';
  constructor(readonly path: string) {
    super(`${path} is a folder, but must be a file. Move it elsewhere.`);
  }
}

/** A JSON file of the data folder: an object with `version` beside the fields of `T`. */
export interface DataFileFormat<T extends object> {
  /** Incremented whenever an older Quarry could not read the file, or would misread it. */
  readonly version: number;
  readonly content: z.ZodMiniType<T, unknown>;
  /** By the version that a step starts from; each leads to the next version. 0 is the format before versioning. */
  readonly migrations: Readonly<Record<number, (older: unknown) => unknown>>;
  /** What to do if it is damaged, in full sentences. */
  readonly ifDamaged: string;
  /** What to do if it is newer, in full sentences. */
  readonly ifNewer: string;
}

const ANY_USER_MAY_READ = 0o644;
const OWNER_ONLY = 0o600;

const numbered = z.object({ version: z.int().check(z.positive()) });

/**
 * Reads a file, migrating older formats. It is written in the current format when it changes next.
 * @returns undefined if it does not exist
 * @throws {DamagedDataFileError | DataFileVersionError | NoFileError} the file is left unchanged
 */
export function readDataFile<T extends object>(path: string, format: DataFileFormat<T>): T | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  let version: number;
  let content: unknown;
  try {
    content = JSON.parse(text);
    version = numbered.safeParse(content).data?.version ?? 0;
  } catch (error) {
    throw new DamagedDataFileError(path, format.ifDamaged, { cause: error });
  }
  if (version > format.version) throw new DataFileVersionError(path, version, format.version, format.ifNewer);
  try {
    for (let from = version; from < format.version; from++) content = format.migrations[from]!(content);
    return format.content.parse(content);
  } catch (error) {
    throw new DamagedDataFileError(path, format.ifDamaged, { cause: error });
  }
}

/**
 * Replaces a file atomically: after a crash, either the old or the new one exists.
 * @param readers who on this computer may read it
 */
export function writeDataFile<T extends object>(
  path: string,
  format: DataFileFormat<T>,
  content: T,
  readers: 'owner' | 'everyone' = 'owner'
): void {
  const text = JSON.stringify({ version: format.version, ...content }, undefined, 2);
  // A file of this name may be left over from a crash, or be another user's link to a different file.
  rmSync(`${path}.new`, { force: true });
  const file = openSync(`${path}.new`, 'wx', readers === 'owner' ? OWNER_ONLY : ANY_USER_MAY_READ);
  try {
    writeFileSync(file, `${text}\n`);
    // Otherwise a power failure could leave an empty file.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}

/**
 * @returns undefined if the file does not exist
 * @throws {NoFileError}
 */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    // The system's error does not contain the path.
    if (code === 'EISDIR') throw new NoFileError(path);
    throw error;
  }
}
