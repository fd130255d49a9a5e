import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import type { FileContractId, Hash256 } from '$lib/chain/ids';
import { equalBytes } from '$lib/codec/bytes';
import { refusal } from '$lib/server/node/errors';
import type { Folder } from './folder';
import { sectorRoot, sectorSegment } from './sector';
import type { Place, SectorName, StorageTables } from './storageTables';

/** Sectors per write batch, about 20 ms; other work runs between batches. */
const STORED_AT_ONCE = 512;
/** Sectors per move batch, for visible progress; more if MAX_MOVES batches would not be enough. */
const MOVED_AT_ONCE = 64;
const MAX_MOVES = 150;
/** Roots computed per batch, about 20 ms. */
const ROOTS_AT_ONCE = 1_000;

/** A sector to be stored. */
interface Incoming extends SectorName {
  readonly segment: Uint8Array;
}

/** Dependencies of the sector store. */
export interface SectorStoreOptions {
  readonly tables: StorageTables;
  readonly folders: ReadonlyMap<number, Folder>;
  /** Awaited between two steps of an operation with visible progress; throws once the node closes. */
  readonly pause: () => Promise<void>;
  /** Awaited between two steps of background work, so that requests are served; throws once the node closes. */
  readonly yieldTurn: () => Promise<void>;
}

/** The sectors in the folders: stores, reads, moves and deletes them. Calls must not overlap. */
export class SectorStore {
  readonly #tables: StorageTables;
  readonly #folders: ReadonlyMap<number, Folder>;
  readonly #pause: () => Promise<void>;
  readonly #yieldTurn: () => Promise<void>;
  /** Number of known sectors per contract, lost ones included. */
  readonly #held: Map<FileContractId, number>;

  constructor({ tables, folders, pause, yieldTurn }: SectorStoreOptions) {
    this.#tables = tables;
    this.#folders = folders;
    this.#pause = pause;
    this.#yieldTurn = yieldTurn;
    this.#held = tables.heldByContract();
  }

  /**
   * Synchronizes the folders with the contracts: stores missing sectors, deletes those of ended contracts.
   * @param wanted sectors by contract
   * @returns contracts that found no space, each with its number of known sectors
   */
  async follow(wanted: ReadonlyMap<FileContractId, number>): Promise<Map<FileContractId, number>> {
    for (const [contract, held] of [...this.#held]) {
      const count = wanted.get(contract) ?? 0;
      if (held > count) this.#forget(contract, count);
    }
    const missing: SectorName[] = [];
    for (const [contract, count] of wanted) {
      for (let position = this.#held.get(contract) ?? 0; position < count; position++) {
        missing.push({ contract, position });
      }
    }
    for (let at = 0; at < missing.length; at += STORED_AT_ONCE) {
      if (at > 0) await this.#yieldTurn();
      const batch = missing.slice(at, at + STORED_AT_ONCE);
      const sectors = batch.map((name) => ({ ...name, segment: sectorSegment(name.contract, name.position) }));
      const stored = this.#store(sectors, [...this.#folders.values()]);
      for (const { contract, position } of sectors) this.#held.set(contract, position + 1);
      if (stored.size === sectors.length) continue;
      // From the first sector that found no space, the rest of a contract is dropped: a contract has no gaps.
      const unstored = sectors.filter((sector) => !stored.has(sector)).reverse();
      for (const { contract, position } of unstored) this.#forget(contract, position);
      break;
    }
    return new Map(
      [...wanted]
        .map(([contract, count]) => [contract, count, this.#held.get(contract) ?? 0] as const)
        .filter(([, count, held]) => held < count)
        .map(([contract, , held]) => [contract, held])
    );
  }

  /** Whether the sector can be read intact. One not yet written counts as long as a folder is assigned to it. */
  canProve(name: SectorName): boolean {
    const place = this.#tables.place(name);
    if (place === 'lost') return false;
    if (place === undefined) return [...this.#folders.values()].some(({ files }) => files.exist);
    return this.#read(name, place) !== undefined;
  }

  /**
   * Moves the folder's sectors, starting at a slot, to other folders.
   * @param force leave sectors that cannot be moved
   * @returns whether all were moved
   */
  async move(from: Folder, slot: number, force: boolean): Promise<boolean> {
    const others = [...this.#folders.values()].filter((folder) => folder !== from);
    const sectors = this.#tables.sectorsOf(from.index, slot);
    const room = others.reduce((sum, folder) => sum + (folder.files.exist ? folder.room : 0), 0);
    if (room < sectors.length && !force) return false;
    const size = Math.max(MOVED_AT_ONCE, Math.ceil(sectors.length / MAX_MOVES));
    let isComplete = true;
    for (let at = 0; at < sectors.length; at += size) {
      await this.#pause();
      const batch = sectors.slice(at, at + size);
      const read = batch.flatMap((sector) => {
        const segment = this.#read(sector, { folder: from.index, slot: sector.slot });
        return segment ? [{ ...sector, segment }] : [];
      });
      const moved = this.#store(read, others);
      for (const { slot: left } of moved) from.freeSlot(left);
      if (moved.size < batch.length) isComplete = false;
      if (!isComplete && !force) return false;
      if (from.progress) from.progress.done += BigInt(batch.length) * SECTOR_BYTES;
    }
    return isComplete;
  }

  /**
   * Deletes the sector permanently.
   * @throws {Refusal}
   */
  async delete(root: Hash256): Promise<void> {
    for (const folder of this.#folders.values()) {
      const sectors = this.#tables.sectorsOf(folder.index);
      for (let at = 0; at < sectors.length; at++) {
        if (at % ROOTS_AT_ONCE === ROOTS_AT_ONCE - 1) await this.#yieldTurn();
        const sector = sectors[at]!;
        if (sectorRoot(sectorSegment(sector.contract, sector.position)) !== root) continue;
        this.#tables.setLost(sector);
        folder.freeSlot(sector.slot);
        return;
      }
    }
    throw refusal('host/sector-not-found');
  }

  #forget(contract: FileContractId, from: number): void {
    for (const { folder, slot } of this.#tables.forget(contract, from)) this.#folders.get(folder)?.freeSlot(slot);
    if (from === 0) this.#held.delete(contract);
    else this.#held.set(contract, from);
  }

  /** The segment on disk; undefined if unreadable or different. Counts the read or its failure. */
  #read({ contract, position }: SectorName, { folder: index, slot }: Place): Uint8Array | undefined {
    const folder = this.#folders.get(index);
    if (folder === undefined) return undefined;
    try {
      const segment = folder.files.read(slot);
      if (!equalBytes(segment, sectorSegment(contract, position))) throw new Error('another sector lies there');
      folder.count('reads');
      return segment;
    } catch {
      folder.count('failed_reads');
      return undefined;
    }
  }

  /** Writes sectors into folders with free space, the emptiest first; returns those that were stored. */
  #store<Sector extends Incoming>(sectors: readonly Sector[], folders: readonly Folder[]): ReadonlySet<Sector> {
    const usable = new Set(folders.filter((folder) => folder.room > 0));
    let waiting = [...sectors];
    const stored = new Set<Sector>();
    while (waiting.length > 0 && usable.size > 0) {
      const shares = this.#share(waiting, usable);
      const unplaced = waiting.slice([...shares.values()].reduce((sum, share) => sum + share.length, 0));
      const failed: Sector[] = [];
      for (const [folder, share] of shares) {
        if (this.#write(folder, share)) for (const { sector } of share) stored.add(sector);
        else {
          usable.delete(folder);
          failed.push(...share.map(({ sector }) => sector));
        }
      }
      for (const folder of usable) if (folder.room <= 0) usable.delete(folder);
      waiting = [...failed, ...unplaced];
    }
    return stored;
  }

  #share<Sector extends Incoming>(sectors: readonly Sector[], folders: ReadonlySet<Folder>) {
    const shares = new Map<Folder, { readonly sector: Sector; readonly slot: number }[]>();
    for (const sector of sectors) {
      let emptiest: Folder | undefined;
      for (const folder of folders) if (folder.room > (emptiest?.room ?? 0)) emptiest = folder;
      if (emptiest === undefined) break;
      const share = shares.get(emptiest) ?? [];
      share.push({ sector, slot: emptiest.takeSlot() });
      shares.set(emptiest, share);
    }
    return shares;
  }

  /** Files before tables, so that everything the tables list is on disk. */
  #write(folder: Folder, share: readonly { readonly sector: Incoming; readonly slot: number }[]): boolean {
    try {
      folder.files.write(share.map(({ sector, slot }) => ({ slot, segment: sector.segment })));
    } catch {
      for (const { slot } of share) folder.freeSlot(slot);
      folder.count('failed_writes', share.length);
      return false;
    }
    this.#tables.transaction(() => {
      for (const { sector, slot } of share) this.#tables.put(sector, { folder: folder.index, slot });
    });
    folder.count('writes', share.length);
    return true;
  }
}
