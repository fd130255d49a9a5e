import type { DatabaseSync } from 'node:sqlite';
import type { FileContractId } from '$lib/chain/ids';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { openSmallDatabase } from '../../store/smallDatabase';
import { inTransaction, type FileFormat } from '../../store/database';

const SCHEMA = `
CREATE TABLE folders (
  "index" INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  slots INTEGER NOT NULL,      -- capacity in sectors
  leaving INTEGER NOT NULL,    -- 1: emptied, its files are about to be deleted
  failed_reads INTEGER NOT NULL,
  failed_writes INTEGER NOT NULL,
  reads INTEGER NOT NULL,
  writes INTEGER NOT NULL
) STRICT;

-- Location of each sector; without a folder, it was lost.
CREATE TABLE sectors (
  contract BLOB NOT NULL,
  position INTEGER NOT NULL,
  folder INTEGER,
  slot INTEGER,
  PRIMARY KEY (contract, position)
) WITHOUT ROWID, STRICT;
CREATE UNIQUE INDEX sectors_slot ON sectors (folder, slot) WHERE folder IS NOT NULL;
`;

/** A stored folder. */
export interface FolderRow {
  readonly index: number;
  readonly path: string;
  readonly slots: number;
  readonly leaving: boolean;
  readonly failedReads: number;
  readonly failedWrites: number;
  readonly reads: number;
  readonly writes: number;
}

/** A folder's counters. */
export type FolderCounter = 'failed_reads' | 'failed_writes' | 'reads' | 'writes';

/** Where a sector is stored. */
export interface Place {
  readonly folder: number;
  readonly slot: number;
}

/** A sector, identified by its contract and position. */
export interface SectorName {
  readonly contract: FileContractId;
  readonly position: number;
}

/** Advice if the file is damaged. */
const IF_DAMAGED =
  'It lists the host’s storage folders. Move it elsewhere and add the folders again: the simulated renters then refill them.';

const FORMAT: FileFormat = {
  version: 1,
  schema: SCHEMA,
  migrations: {},
  advice: `Start the version that wrote it. ${IF_DAMAGED}`
};

/** Folders and sector locations: the state of the disk, independent of reorganizations. */
export class StorageTables {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  /**
   * @param path a file, or `:memory:`
   * @throws {StoreVersionError | DamagedFileError}
   */
  constructor(path: string) {
    this.#database = openSmallDatabase(path, FORMAT, IF_DAMAGED);
  }

  /** Runs `work` in one transaction. */
  transaction<T>(work: () => T): T {
    return inTransaction(this.#database, work);
  }

  close(): void {
    this.#database.close();
  }

  /** By index. */
  folders(): FolderRow[] {
    return this.#sql('SELECT * FROM folders ORDER BY "index"')
      .all()
      .map((row) => ({
        index: row.index as number,
        path: row.path as string,
        slots: row.slots as number,
        leaving: row.leaving === 1,
        failedReads: row.failed_reads as number,
        failedWrites: row.failed_writes as number,
        reads: row.reads as number,
        writes: row.writes as number
      }));
  }

  insertFolder(index: number, path: string, slots: number): void {
    this.#sql('INSERT INTO folders VALUES (?, ?, ?, 0, 0, 0, 0, 0)').run(index, path, slots);
  }

  setSlots(index: number, slots: number): void {
    this.#sql('UPDATE folders SET slots = ? WHERE "index" = ?').run(slots, index);
  }

  setLeaving(index: number): void {
    this.#sql('UPDATE folders SET leaving = 1 WHERE "index" = ?').run(index);
  }

  deleteFolder(index: number): void {
    this.#sql('DELETE FROM folders WHERE "index" = ?').run(index);
  }

  count(index: number, counter: FolderCounter, more: number): void {
    this.#sql(`UPDATE folders SET ${counter} = ${counter} + ? WHERE "index" = ?`).run(more, index);
  }

  /** Number of known sectors per contract, lost ones included. */
  heldByContract(): Map<FileContractId, number> {
    const rows = this.#sql('SELECT contract, count(*) AS held FROM sectors GROUP BY contract').all();
    return new Map(rows.map((row) => [contractOf(row.contract), row.held as number]));
  }

  /** The folder's used slots in ascending order, starting at one. */
  takenSlots(folder: number, from = 0): number[] {
    const rows = this.#sql('SELECT slot FROM sectors WHERE folder = ? AND slot >= ? ORDER BY slot').all(folder, from);
    return rows.map((row) => row.slot as number);
  }

  /** The folder's sectors by slot, starting at one. */
  sectorsOf(folder: number, from = 0): (SectorName & { readonly slot: number })[] {
    const rows = this.#sql(
      'SELECT contract, position, slot FROM sectors WHERE folder = ? AND slot >= ? ORDER BY slot'
    ).all(folder, from);
    return rows.map((row) => ({
      contract: contractOf(row.contract),
      position: row.position as number,
      slot: row.slot as number
    }));
  }

  /** The sector's location; 'lost', or undefined if it was never stored. */
  place({ contract, position }: SectorName): Place | 'lost' | undefined {
    const row = this.#sql('SELECT folder, slot FROM sectors WHERE contract = ? AND position = ?').get(
      decodeHex(contract),
      position
    );
    if (row === undefined) return undefined;
    return row.folder === null ? 'lost' : { folder: row.folder as number, slot: row.slot as number };
  }

  put({ contract, position }: SectorName, { folder, slot }: Place): void {
    this.#sql('INSERT OR REPLACE INTO sectors VALUES (?, ?, ?, ?)').run(decodeHex(contract), position, folder, slot);
  }

  setLost({ contract, position }: SectorName): void {
    this.#sql('UPDATE sectors SET folder = NULL, slot = NULL WHERE contract = ? AND position = ?').run(
      decodeHex(contract),
      position
    );
  }

  /** Marks all sectors of the folder as lost. */
  loseFolder(folder: number): void {
    this.#sql('UPDATE sectors SET folder = NULL, slot = NULL WHERE folder = ?').run(folder);
  }

  /** Deletes the contract's sectors from a position on, lost ones too; returns the freed locations. */
  forget(contract: FileContractId, from: number): Place[] {
    const rows = this.#sql('DELETE FROM sectors WHERE contract = ? AND position >= ? RETURNING folder, slot').all(
      decodeHex(contract),
      from
    );
    return rows
      .filter(({ folder }) => folder !== null)
      .map((row) => ({ folder: row.folder as number, slot: row.slot as number }));
  }

  #sql(text: string) {
    let statement = this.#statements.get(text);
    if (statement === undefined) this.#statements.set(text, (statement = this.#database.prepare(text)));
    return statement;
  }
}

const contractOf = (value: unknown): FileContractId => encodeHex(value as Uint8Array) as FileContractId;
