import {
  closeSync,
  existsSync,
  ftruncateSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync
} from 'node:fs';
import { join } from 'node:path';
import { concatBytes, equalBytes } from '$lib/codec/bytes';
import { SEGMENT_BYTES } from './sector';
import { refusal, type Refusal } from '$lib/server/node/errors';

/** What a folder's own file says of it. */
export interface FolderLabel {
  /** The public key of the host it belongs to. */
  readonly host: string;
  /** The folder's number with that host. */
  readonly index: number;
  /** Bytes. */
  readonly capacity: bigint;
}

const SECTORS_FILE = 'quarry-sectors.dat';
const LABEL_FILE = 'quarry-folder.json';
const NOTE =
  'A storage folder of the simulated storage market of Quarry. A sector of 4 MiB takes 512 bytes here. Remove the ' +
  'folder in Quarry, not here.';

/**
 * What a sector takes on disk. Simulated sectors repeat 64 bytes, so nothing is lost by keeping the first eight
 * repetitions only, and a folder full of them takes an eight-thousandth of what it claims.
 */
export const RECORD_BYTES = 512;
const REPETITIONS = RECORD_BYTES / SEGMENT_BYTES;

/** Two files in a directory that a person named: the sectors, and a label that says whose they are. Touches no other. */
export class FolderFiles {
  readonly #sectors: string;
  readonly #label: string;

  constructor(path: string) {
    this.#sectors = join(path, SECTORS_FILE);
    this.#label = join(path, LABEL_FILE);
  }

  /** Where the sectors are. */
  get sectorsPath(): string {
    return this.#sectors;
  }

  /** Whether the sectors are there; the label is for people and other hosts. */
  get exist(): boolean {
    return existsSync(this.#sectors);
  }

  /** What the label says; undefined where there is none that can be read. */
  label(): FolderLabel | undefined {
    try {
      const { host, index, capacity } = JSON.parse(readFileSync(this.#label, 'utf8')) as Record<
        string,
        string | number
      >;
      return { host: String(host), index: Number(index), capacity: BigInt(capacity ?? 0) };
    } catch {
      return undefined;
    }
  }

  /** Writes the files of a new folder. Throws what the system says, also when they are there already. */
  create(label: FolderLabel): void {
    closeSync(openSync(this.#sectors, 'wx'));
    try {
      this.relabel(label);
    } catch (error) {
      rmSync(this.#sectors, { force: true });
      throw error;
    }
  }

  relabel({ host, index, capacity }: FolderLabel): void {
    const text = JSON.stringify({ note: NOTE, host, index, capacity: capacity.toString() }, undefined, 2);
    writeFileSync(this.#label, `${text}\n`);
  }

  /** Stores the 64 bytes of simulated sectors. The directory is looked up anew, so one that vanished is noticed. */
  write(entries: readonly { readonly slot: number; readonly segment: Uint8Array }[]): void {
    this.#with('r+', (file) => {
      for (const { slot, segment } of entries) {
        const record = concatBytes(...Array.from({ length: REPETITIONS }, () => segment));
        if (writeSync(file, record, 0, RECORD_BYTES, slot * RECORD_BYTES) !== RECORD_BYTES)
          throw new Error('short write');
      }
    });
  }

  /** The 64 bytes of a sector; throws when they cannot be read or are damaged. */
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

  /** Gives back what lies beyond so many sectors. */
  shrink(slots: number): void {
    this.#with('r+', (file) => {
      if (fstatSync(file).size > slots * RECORD_BYTES) ftruncateSync(file, slots * RECORD_BYTES);
    });
  }

  /** Deletes both files, as far as they are there; the directory and everything else in it stay. */
  remove(): void {
    rmSync(this.#sectors, { force: true });
    rmSync(this.#label, { force: true });
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

/** Why nothing can be stored under the path; undefined when it is a directory. */
export function directoryProblem(path: string): Refusal | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : refusal('host/not-a-directory', { path });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return refusal('host/directory-missing', { path }, error);
    }
    return refusal('host/directory-unreadable', { path, reason: systemWords(error) }, error);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  ENOTDIR: 'not a directory',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on device',
  EEXIST: 'file exists'
};

/** What the system says, without names of functions. */
export function systemWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WORDS[code] ?? (error instanceof Error ? error.message : String(error));
}

/** The path without links; as it is where nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
