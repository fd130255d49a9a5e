import {
  closeSync,
  existsSync,
  ftruncateSync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { concatBytes, equalBytes } from '$lib/codec/bytes';
import { readDataFile, writeDataFile, type DataFileFormat } from '$lib/server/dataFile';
import { SEGMENT_BYTES } from './sector';
import { refusal, type Refusal } from '$lib/server/node/errors';

/** Contents of a folder's label file. */
export interface FolderLabel {
  /** Public key of the owning host. */
  readonly host: string;
  /** The folder's index at that host. */
  readonly index: number;
  /** Bytes. */
  readonly capacity: bigint;
}

const SECTORS_FILE = 'quarry-sectors.dat';
const LABEL_FILE = 'quarry-folder.json';
const NOTE =
  'A storage folder of Quarry’s simulated storage market. A sector of 4 MiB takes 512 bytes here. Remove the ' +
  'folder in Quarry, not here.';

// An unreadable label counts as missing, so its folder is left alone, and advice would never be shown.
const LABEL_FORMAT: DataFileFormat<{ note?: string; host: string; index: number; capacity: string }> = {
  version: 1,
  content: z.object({
    note: z.optional(z.string()),
    host: z.string(),
    index: z.number(),
    capacity: z.string().check(z.regex(/^\d+$/))
  }),
  migrations: { 0: (unnumbered) => unnumbered },
  ifDamaged: '',
  ifNewer: ''
};

/**
 * Bytes that a sector takes on disk. Simulated sectors repeat 64 bytes, so the first eight repetitions are enough, and
 * a folder uses an eight-thousandth of its nominal size.
 */
export const RECORD_BYTES = 512;
const REPETITIONS = RECORD_BYTES / SEGMENT_BYTES;

/** The two files in a user's directory: sector data, and a label naming the owner. Touches no other file. */
export class FolderFiles {
  readonly #sectors: string;
  readonly #label: string;

  constructor(path: string) {
    this.#sectors = join(path, SECTORS_FILE);
    this.#label = join(path, LABEL_FILE);
  }

  /** Path of the sector data. */
  get sectorsPath(): string {
    return this.#sectors;
  }

  /** Whether the sector data exists. The label is informative: for people, and for other hosts. */
  get exist(): boolean {
    return existsSync(this.#sectors);
  }

  /** The decoded label; undefined if missing or unreadable. */
  label(): FolderLabel | undefined {
    try {
      const label = readDataFile(this.#label, LABEL_FORMAT);
      return label && { ...label, capacity: BigInt(label.capacity) };
    } catch {
      return undefined;
    }
  }

  /** Creates the files of a new folder. Throws the system's error, also when there is sector data already. */
  create(label: FolderLabel): void {
    // First, so that whatever a crash leaves behind names its owner, who may use the directory again.
    this.relabel(label);
    try {
      closeSync(openSync(this.#sectors, 'wx'));
    } catch (error) {
      rmSync(this.#label);
      throw error;
    }
  }

  relabel({ host, index, capacity }: FolderLabel): void {
    const label = { note: NOTE, host, index, capacity: capacity.toString() };
    writeDataFile(this.#label, LABEL_FORMAT, label, 'everyone');
  }

  /** Writes simulated sectors. The directory is resolved on every call, so that a removed one is noticed. */
  write(entries: readonly { readonly slot: number; readonly segment: Uint8Array }[]): void {
    this.#with('r+', (file) => {
      for (const { slot, segment } of entries) {
        const record = concatBytes(...Array.from({ length: REPETITIONS }, () => segment));
        if (writeSync(file, record, 0, RECORD_BYTES, slot * RECORD_BYTES) !== RECORD_BYTES)
          throw new Error('short write');
      }
    });
  }

  /** The 64 bytes of a sector; throws if unreadable or damaged. */
  read(slot: number): Uint8Array {
    return this.#with('r', (file) => {
      const record = new Uint8Array(RECORD_BYTES);
      if (readSync(file, record, 0, RECORD_BYTES, slot * RECORD_BYTES) !== RECORD_BYTES) throw new Error('short read');
      const segment = record.slice(0, SEGMENT_BYTES);
      for (let at = SEGMENT_BYTES; at < RECORD_BYTES; at += SEGMENT_BYTES) {
        if (!equalBytes(segment, record.subarray(at, at + SEGMENT_BYTES))) throw new Error('damaged sector');
      }
      return segment;
    });
  }

  /** Truncates the sector data to the given number of slots. */
  shrink(slots: number): void {
    this.#with('r+', (file) => {
      if (fstatSync(file).size > slots * RECORD_BYTES) ftruncateSync(file, slots * RECORD_BYTES);
    });
  }

  /** Deletes the label and, if it exists, the sector data; the directory and everything else in it stay. */
  remove(): void {
    rmSync(this.#sectors, { force: true });
    rmSync(this.#label);
  }

  #with<T>(flags: string, work: (file: number) => T): T {
    const file = openSync(this.#sectors, flags);
    try {
      return work(file);
    } finally {
      closeSync(file);
    }
  }
}

/** Why the path cannot be a storage folder; undefined for a usable directory. */
export function directoryProblem(path: string): Refusal | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : refusal('host/not-a-directory', { path });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return refusal('host/directory-missing', { path }, error);
    }
    return refusal('host/directory-unreadable', { path, reason: systemErrorText(error) }, error);
  }
}

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  ENOTDIR: 'not a directory',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on device',
  EEXIST: 'file exists'
};

/** Readable text of a system error, without the names of system calls. */
export function systemErrorText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return SYSTEM_ERRORS[code] ?? (error instanceof Error ? error.message : String(error));
}

/** The path with symbolic links resolved; unchanged if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
