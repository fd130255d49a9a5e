import type { StorageFolder } from '$lib/api/daemon/host';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { FolderFiles, realPath } from './folderFiles';
import type { FolderCounter, FolderRow, StorageTables } from './storageTables';

/** Slot allocator of a folder; hands out the lowest free slot, so that files stay short. */
class Slots {
  readonly #taken: Set<number>;
  /** Every slot below is used. */
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

/** Progress of a running operation, in bytes. */
export interface Progress {
  done: bigint;
  readonly total: bigint;
}

/** A folder's condition, for alerts. */
export interface FolderHealth {
  readonly path: string;
  /** Whether its files exist. */
  readonly isAvailable: boolean;
  /** Sectors. */
  readonly total: number;
  readonly taken: number;
  readonly failures: number;
}

/** An open storage folder: files, slots, counters. */
export class Folder {
  readonly index: number;
  readonly path: string;
  readonly files: FolderFiles;
  /** Set while an operation runs on the folder. */
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

  /** The path with symbolic links resolved, at the time of first use. */
  get realPath(): string {
    return (this.#realPath ??= realPath(this.path));
  }

  /** Total slots, used or free. */
  get slots(): number {
    return this.#slots;
  }

  get room(): number {
    return this.#slots - this.#taken.count;
  }

  /** Changes the size; no used slot may lie beyond it. */
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
      isAvailable: this.files.exist,
      total: this.#slots,
      taken: this.#taken.count,
      failures: this.#counts.failed_reads + this.#counts.failed_writes
    };
  }

  /** The folder in the API's form. */
  get record(): StorageFolder {
    return {
      index: this.index,
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
