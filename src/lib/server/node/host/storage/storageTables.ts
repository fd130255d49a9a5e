import { DatabaseSync } from 'node:sqlite';
import type { FileContractId } from '$lib/chain/ids';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { inTransaction, StoreVersionError } from '../../store/database';

const SCHEMA_VERSION = 1;
const SCHEMA = `
CREATE TABLE folders (
  "index" INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  slots INTEGER NOT NULL,      -- sectors it has room for
  leaving INTEGER NOT NULL,    -- 1: holds nothing any more, its files are about to go
  failed_reads INTEGER NOT NULL,
  failed_writes INTEGER NOT NULL,
  reads INTEGER NOT NULL,
  writes INTEGER NOT NULL
) STRICT;

-- Where each sector lies; one without a folder was lost.
CREATE TABLE sectors (
  contract BLOB NOT NULL,
  position INTEGER NOT NULL,
  folder INTEGER,
  slot INTEGER,
  PRIMARY KEY (contract, position)
) WITHOUT ROWID, STRICT;
CREATE UNIQUE INDEX sectors_slot ON sectors (folder, slot) WHERE folder IS NOT NULL;
`;

/** A folder as stored. */
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

/** What of a folder is counted. */
export type FolderCounter = 'failed_reads' | 'failed_writes' | 'reads' | 'writes';

/** Where a sector lies. */
export interface Place {
  readonly folder: number;
  readonly slot: number;
}

/** A sector by what it belongs to. */
export interface SectorName {
  readonly contract: FileContractId;
  readonly position: number;
}

/** The folders of the host and where its sectors lie: what is on disk, which no reorganisation changes. */
export class StorageTables {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  /**
   * @param path a file, or `:memory:`
   * @throws {StoreVersionError}
   */
  constructor(path: string) {
    const database = new DatabaseSync(path, { timeout: 5_000 });
    this.#database = database;
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (version === 0) database.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
    else if (version !== SCHEMA_VERSION) {
      database.close();
      throw new StoreVersionError(path, version, SCHEMA_VERSION);
    }
  }

  /** All of `work` is stored, or nothing. */
  transaction<T>(work: () => T): T {
    return inTransaction(this.#database, work);
  }

  close(): void {
    this.#database.close();
  }

  /** In the order of their numbers. */
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

  /** How many sectors of each contract are known, lost ones included. */
  heldByContract(): Map<FileContractId, number> {
    const rows = this.#sql('SELECT contract, count(*) AS held FROM sectors GROUP BY contract').all();
    return new Map(rows.map((row) => [contractOf(row.contract), row.held as number]));
  }

  /** Taken slots of the folder, in order; from one on. */
  takenSlots(folder: number, from = 0): number[] {
    const rows = this.#sql('SELECT slot FROM sectors WHERE folder = ? AND slot >= ? ORDER BY slot').all(folder, from);
    return rows.map((row) => row.slot as number);
  }

  /** Sectors of the folder in the order of their slots, from a slot on. */
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

  /** Where the sector lies: 'lost', or undefined when it was never stored. */
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

  /** Everything that lies in the folder is lost. */
  loseFolder(folder: number): void {
    this.#sql('UPDATE sectors SET folder = NULL, slot = NULL WHERE folder = ?').run(folder);
  }

  /** Forgets the sectors of the contract from a position on, lost ones too; returns the places that are free now. */
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
