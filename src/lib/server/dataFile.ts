import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { AppError } from '$lib/errors';

/** The file is no JSON, or not what its version says. */
export class DamagedDataFileError extends AppError {
  readonly code = 'server/damaged-file';
  constructor(
    readonly path: string,
    /** What helps, as sentences. */
    advice: string,
    options?: { cause?: unknown }
  ) {
    super(`${path} is damaged. ${advice}`, options);
  }
}

/** The file was written by a newer version of Quarry. It is left as it is. */
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

/** A folder has the name of a file. */
export class NoFileError extends AppError {
  readonly code = 'server/no-file';
  constructor(readonly path: string) {
    super(`${path} is a folder, where a file belongs. Move it away.`);
  }
}

/** A JSON file of the data folder: an object with `version` beside the fields of `T`. */
export interface DataFileFormat<T extends object> {
  /** Raised whenever an older Quarry could not read the file, or would read it wrongly. */
  readonly version: number;
  readonly content: z.ZodMiniType<T, unknown>;
  /** By the version that a step begins with, each ends with the next; 0 is the form from before there were versions. */
  readonly migrations: Readonly<Record<number, (older: unknown) => unknown>>;
  /** What helps when it is damaged, as sentences. */
  readonly ifDamaged: string;
  /** What helps when it is newer, as sentences. */
  readonly ifNewer: string;
}

const ANY_USER_MAY_READ = 0o644;
const OWNER_ONLY = 0o600;

const numbered = z.object({ version: z.int().check(z.positive()) });

/**
 * Reads a file, an older form of it too. It is written in the present form when it changes next.
 * @returns undefined if there is none
 * @throws {DamagedDataFileError | DataFileVersionError | NoFileError} the file is as before
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
 * Replaces a file as a whole: after a crash there is the old one or the new one.
 * @param readers who else on this computer may read it; nobody unless given
 */
export function writeDataFile<T extends object>(
  path: string,
  format: DataFileFormat<T>,
  content: T,
  readers: 'owner' | 'everyone' = 'owner'
): void {
  const text = JSON.stringify({ version: format.version, ...content }, undefined, 2);
  // What has this name may be of a crash, or a link of somebody else to another file.
  rmSync(`${path}.new`, { force: true });
  const file = openSync(`${path}.new`, 'wx', readers === 'owner' ? OWNER_ONLY : ANY_USER_MAY_READ);
  try {
    writeFileSync(file, `${text}\n`);
    // Else a power cut could leave the new name with nothing in it.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}

/**
 * @returns undefined if there is none
 * @throws {NoFileError}
 */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    // The system's error does not say which.
    if (code === 'EISDIR') throw new NoFileError(path);
    throw error;
  }
}
