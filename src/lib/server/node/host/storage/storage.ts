import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { StorageFolder } from '$lib/api/daemon/host';
import { MAX_FOLDERS, SECTOR_BYTES, wholeSectors } from '$lib/api/daemon/hostLimits';
import type { FileContractId, Hash256 } from '$lib/chain/ids';
import { refusal } from '$lib/server/node/errors';
import { Folder, type FolderHealth } from './folder';
import { directoryProblem, FolderFiles, realPath, systemErrorText } from './folderFiles';
import { checkSize, cleanPath } from './folderRules';
import { SectorStore } from './sectorStore';
import { StorageTables, type SectorName } from './storageTables';

export interface HostStorageOptions {
  /** The folder database, or `:memory:`. */
  readonly path: string;
  /** Written into folders, so that no host uses another host's. */
  readonly hostKey: string;
  /** Awaited between two steps of an operation with visible progress; throws once the node closes. */
  readonly pause: () => Promise<void>;
  /** Awaited between two steps of background work, so that requests are served; throws once the node closes. */
  readonly yieldTurn: () => Promise<void>;
}

// A new folder is prepared in steps, as if its space were allocated: at least this many, one per TiB.
const MIN_STEPS = 4;
const MAX_STEPS = 60;
const STEP_BYTES = 1n << 40n;

/**
 * The host's storage folders: directories chosen by the operator, each with two small files of ours. Operations run one
 * at a time; reads do not wait for them.
 */
export class HostStorage {
  readonly #tables: StorageTables;
  readonly #hostKey: string;
  readonly #pause: () => Promise<void>;
  readonly #folders = new Map<number, Folder>();
  readonly #sectors: SectorStore;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor({ path, hostKey, pause, yieldTurn }: HostStorageOptions) {
    const tables = new StorageTables(path);
    this.#tables = tables;
    this.#hostKey = hostKey;
    this.#pause = pause;
    for (const row of tables.folders()) {
      // The process ended between emptying a folder and deleting its files.
      if (row.leaving) this.#delete(row.index, new FolderFiles(row.path));
      else this.#folders.set(row.index, new Folder(tables, row));
    }
    this.#sectors = new SectorStore({ tables, folders: this.#folders, pause, yieldTurn });
  }

  /** Whether an operation runs or waits. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** By index; a new folder gets the lowest free one. */
  get folders(): StorageFolder[] {
    return [...this.#folders.values()].sort((a, b) => a.index - b.index).map((folder) => folder.record);
  }

  get health(): FolderHealth[] {
    return [...this.#folders.values()].map((folder) => folder.health);
  }

  /** Sectors: total, and free. */
  get room(): { readonly total: number; readonly free: number } {
    let [total, free] = [0, 0];
    for (const folder of this.#folders.values()) {
      total += folder.slots;
      free += folder.room;
    }
    return { total, free };
  }

  /**
   * Adds an existing directory. The size is not compared with the free disk space.
   * @param size bytes; rounded down to whole sectors
   * @throws {Refusal}
   */
  add(path: string, size: bigint): Promise<void> {
    return this.#inTurn(async () => {
      checkSize(size, 'size');
      if (!isAbsolute(path)) throw refusal('host/folder-path-relative');
      const clean = cleanPath(path);
      const problem = directoryProblem(clean);
      if (problem !== undefined) throw problem;
      if (this.#find(clean)) throw refusal('host/folder-in-use');
      if (this.#folders.size >= MAX_FOLDERS) throw refusal('host/too-many-folders', { most: MAX_FOLDERS });
      const index = this.#freeIndex();
      const capacity = wholeSectors(size);
      this.#createFiles(clean, index, capacity);
      const slots = Number(capacity / SECTOR_BYTES);
      this.#tables.insertFolder(index, clean, slots);
      const row = this.#tables.folders().find((candidate) => candidate.index === index)!;
      const folder = new Folder(this.#tables, row);
      this.#folders.set(index, folder);
      await this.#prepare(folder, capacity);
    });
  }

  /**
   * Resizes a folder. Sectors beyond a smaller size are moved to other folders.
   * @param size bytes; rounded down to whole sectors
   * @throws {Refusal}
   */
  resize(path: string, size: bigint): Promise<void> {
    return this.#inTurn(async () => {
      const folder = this.#require(path);
      checkSize(size, 'newsize');
      const slots = Number(wholeSectors(size) / SECTOR_BYTES);
      if (slots === folder.slots) throw refusal('host/folder-same-size');
      if (slots < folder.slots) await this.#empty(folder, slots, false);
      folder.resize(slots);
      this.#trim(folder);
    });
  }

  /**
   * Removes a folder and deletes our files in it. Its sectors are moved to other folders.
   * @param force remove it even if sectors cannot be moved; these are lost
   * @throws {Refusal}
   */
  remove(path: string, force: boolean): Promise<void> {
    return this.#inTurn(async () => {
      const folder = this.#require(path);
      await this.#empty(folder, 0, force);
      this.#tables.transaction(() => {
        this.#tables.loseFolder(folder.index);
        this.#tables.setLeaving(folder.index);
      });
      this.#folders.delete(folder.index);
      this.#delete(folder.index, folder.files);
    });
  }

  /**
   * Deletes a sector permanently.
   * @throws {Refusal}
   */
  deleteSector(root: Hash256): Promise<void> {
    return this.#inTurn(() => this.#sectors.delete(root));
  }

  /** {@link SectorStore.follow} */
  follow(wanted: ReadonlyMap<FileContractId, number>): Promise<Map<FileContractId, number>> {
    return this.#inTurn(() => this.#sectors.follow(wanted));
  }

  /** {@link SectorStore.canProve} */
  canProve(name: SectorName): boolean {
    return this.#sectors.canProve(name);
  }

  close(): void {
    this.#tables.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const turn = this.#queue.then(work).finally(() => this.#waiting--);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  #require(path: string): Folder {
    const folder = this.#find(cleanPath(path));
    if (folder) return folder;
    throw refusal('host/folder-not-found');
  }

  /** The folder at the path, also when it was added under another path of the same directory. */
  #find(path: string): Folder | undefined {
    const real = realPath(path);
    const folders = [...this.#folders.values()];
    return folders.find((folder) => folder.path === path) ?? folders.find((folder) => folder.realPath === real);
  }

  #freeIndex(): number {
    let index = 0;
    while (this.#folders.has(index)) index++;
    return index;
  }

  #createFiles(path: string, index: number, capacity: bigint): void {
    const files = new FolderFiles(path);
    // Left over when the process ended while the folder was being added: no table lists it, so it is empty.
    if (files.label()?.host === this.#hostKey) files.remove();
    if (existsSync(files.sectorsPath)) throw refusal('host/folder-of-another-host', { path });
    try {
      files.create({ host: this.#hostKey, index, capacity });
    } catch (error) {
      throw refusal('host/folder-unusable', { path: files.sectorsPath, reason: systemErrorText(error) }, error);
    }
  }

  async #prepare(folder: Folder, capacity: bigint): Promise<void> {
    const steps = Math.min(MAX_STEPS, Math.max(MIN_STEPS, Number(capacity / STEP_BYTES)));
    const progress = { done: 0n, total: capacity };
    folder.progress = progress;
    try {
      for (let step = 1; step <= steps; step++) {
        await this.#pause();
        progress.done = (capacity * BigInt(step)) / BigInt(steps);
      }
    } finally {
      folder.progress = undefined;
    }
  }

  /** Moves the sectors, starting at a slot, to other folders. */
  async #empty(folder: Folder, slot: number, force: boolean): Promise<void> {
    const displaced = this.#tables.takenSlots(folder.index, slot).length;
    folder.progress = { done: 0n, total: BigInt(displaced) * SECTOR_BYTES };
    try {
      if ((await this.#sectors.move(folder, slot, force)) || force) return;
      throw refusal('host/folders-full');
    } finally {
      folder.progress = undefined;
    }
  }

  /** Truncates the files of a resized folder. A failure here costs disk space only. */
  #trim(folder: Folder): void {
    if (!folder.files.exist) return;
    const capacity = BigInt(folder.slots) * SECTOR_BYTES;
    try {
      folder.files.shrink(folder.slots);
      folder.files.relabel({ host: this.#hostKey, index: folder.index, capacity });
    } catch {
      folder.count('failed_writes');
    }
  }

  #delete(index: number, files: FolderFiles): void {
    // The directory may be gone or belong to another host by now.
    if (files.label()?.host === this.#hostKey) files.remove();
    this.#tables.deleteFolder(index);
  }
}

/** Deletes our files in all folders listed in the database at `path`: a new chain begins with a new host. */
export function deleteFolders(path: string): void {
  if (!existsSync(path)) return;
  const tables = new StorageTables(path);
  for (const row of tables.folders()) {
    const files = new FolderFiles(row.path);
    if (files.label()?.index === row.index) files.remove();
  }
  tables.close();
}
