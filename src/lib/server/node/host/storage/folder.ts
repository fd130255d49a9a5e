import type { StorageFolder } from '$lib/api/daemon/host';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { FolderFiles, realPath } from './folderFiles';
import type { FolderCounter, FolderRow, StorageTables } from './storageTables';

/** Which slots of a folder are taken; hands out the lowest free one, so that files stay short. */
class Slots {
  readonly #taken: Set<number>;
  /** No slot below is free. */
  #lowest = 0;

  constructor(taken: Iterable<number>) {
    this.#taken = new Set(taken);
  }

  get count(): number {
    return this.#taken.size;
  }

  take(): number {
    while (this.#taken.has(this.#lowest)) this.#lowest++;
    this.#taken.add(this.#lowest);
    return this.#lowest;
  }

  free(slot: number): void {
    if (this.#taken.delete(slot)) this.#lowest = Math.min(this.#lowest, slot);
  }
}

/** Bytes done of all that a running operation has to do. */
export interface Progress {
  done: bigint;
  readonly total: bigint;
}

/** How a folder is, for alerts. */
export interface FolderHealth {
  readonly path: string;
  /** Its files are where they belong. */
  readonly isThere: boolean;
  /** In sectors. */
  readonly total: number;
  readonly taken: number;
  readonly failures: number;
}

/** An open storage folder: its files, its slots, its counters. */
export class Folder {
  readonly index: number;
  readonly path: string;
  readonly files: FolderFiles;
  /** Set while an operation on the folder runs. */
  progress: Progress | undefined;
  readonly #tables: StorageTables;
  readonly #taken: Slots;
  readonly #counts: Record<FolderCounter, number>;
  #slots: number;
  #realPath: string | undefined;

  constructor(tables: StorageTables, row: FolderRow) {
    this.#tables = tables;
    this.index = row.index;
    this.path = row.path;
    this.files = new FolderFiles(row.path);
    this.#slots = row.slots;
    this.#taken = new Slots(tables.takenSlots(row.index));
    this.#counts = {
      failed_reads: row.failedReads,
      failed_writes: row.failedWrites,
      reads: row.reads,
      writes: row.writes
    };
  }

  /** The path without links, as it was when somebody first asked. */
  get realPath(): string {
    return (this.#realPath ??= realPath(this.path));
  }

  /** Sectors there is room for, taken or not. */
  get slots(): number {
    return this.#slots;
  }

  get room(): number {
    return this.#slots - this.#taken.count;
  }

  /** Changes the size; no taken slot may lie beyond it. */
  resize(slots: number): void {
    this.#tables.setSlots(this.index, slots);
    this.#slots = slots;
  }

  takeSlot(): number {
    return this.#taken.take();
  }

  freeSlot(slot: number): void {
    this.#taken.free(slot);
  }

  count(counter: FolderCounter, more = 1): void {
    this.#tables.count(this.index, counter, more);
    this.#counts[counter] += more;
  }

  get health(): FolderHealth {
    return {
      path: this.path,
      isThere: this.files.exist,
      total: this.#slots,
      taken: this.#taken.count,
      failures: this.#counts.failed_reads + this.#counts.failed_writes
    };
  }

  /** As the API tells it. */
  get record(): StorageFolder {
    return {
      path: this.path,
      capacity: BigInt(this.#slots) * SECTOR_BYTES,
      capacityRemaining: BigInt(this.room) * SECTOR_BYTES,
      failedReads: this.#counts.failed_reads,
      failedWrites: this.#counts.failed_writes,
      successfulReads: this.#counts.reads,
      successfulWrites: this.#counts.writes,
      progressNumerator: this.progress?.done ?? 0n,
      progressDenominator: this.progress?.total ?? 0n
    };
  }
}
