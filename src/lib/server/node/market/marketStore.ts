import { deserialize, serialize } from 'node:v8';
import type { DatabaseSync } from 'node:sqlite';
import type { BlockId } from '$lib/chain/ids';
import { unixSeconds, type Height } from '$lib/chain/time';
import { openSmallDatabase } from '../store/smallDatabase';
import { inTransaction, type FileFormat } from '../store/database';
import type { Moment } from '../simulation/simulationPart';

/** The market's entire state after a block. */
export interface Snapshot {
  readonly moment: Moment;
  /** Sequence number of the last action included. */
  readonly actions: number;
  /** By part name. */
  readonly states: Readonly<Record<string, unknown>>;
}

/** An action requested of a part, and its height. */
export interface RecordedAction {
  readonly seq: number;
  readonly height: Height;
  readonly part: string;
  readonly action: unknown;
}

const SCHEMA = `
CREATE TABLE chain (genesis TEXT NOT NULL) STRICT;

-- States after recent blocks. The highest is the current one; the others are for reorganizations.
CREATE TABLE snapshots (
  height INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  actions INTEGER NOT NULL,
  states BLOB NOT NULL
) STRICT;

-- Actions requested since the oldest snapshot, to be reapplied after a reorganization.
CREATE TABLE actions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  height INTEGER NOT NULL,
  part TEXT NOT NULL,
  action BLOB NOT NULL
) STRICT;
`;

/** Advice if the file is damaged. */
const IF_DAMAGED =
  'It holds the simulated storage market. Move it elsewhere: the market then starts over; the chain and its coins are kept.';

const FORMAT: FileFormat = {
  version: 1,
  schema: SCHEMA,
  migrations: {},
  advice: `Start the version that wrote it. ${IF_DAMAGED}`
};

/** The market's database. Values are stored as Node's structured clones. */
export class MarketStore {
  readonly #database: DatabaseSync;

  /**
   * Opens the file and clears it if it belongs to another chain.
   * @param path a file, or `:memory:`
   * @throws {StoreVersionError | DamagedFileError}
   */
  constructor(path: string, genesisId: BlockId) {
    const database = openSmallDatabase(path, FORMAT, IF_DAMAGED);
    this.#database = database;
    if (database.prepare('SELECT genesis FROM chain').get()?.genesis === genesisId) return;
    this.transaction(() => {
      database.exec('DELETE FROM chain; DELETE FROM snapshots; DELETE FROM actions');
      database.prepare('INSERT INTO chain VALUES (?)').run(genesisId);
    });
  }

  /** Runs `work` in one transaction. */
  transaction<T>(work: () => T): T {
    return inTransaction(this.#database, work);
  }

  /** Oldest first. */
  snapshots(): Snapshot[] {
    const rows = this.#database.prepare('SELECT * FROM snapshots ORDER BY height').all();
    return rows.map((row) => ({
      moment: {
        height: row.height as number,
        id: row.id as BlockId,
        timestamp: unixSeconds(row.timestamp as number)
      },
      actions: row.actions as number,
      states: deserialize(row.states as Uint8Array) as Record<string, unknown>
    }));
  }

  putSnapshot({ moment, actions, states }: Snapshot): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)')
      .run(moment.height, moment.id, moment.timestamp, actions, serialize(states));
  }

  /** Deletes the snapshots of all other heights. */
  keepSnapshots(heights: readonly Height[]): void {
    this.#database
      .prepare('DELETE FROM snapshots WHERE height NOT IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(heights));
  }

  /** The actions after `seq`, in ascending order. */
  actionsAfter(seq: number): RecordedAction[] {
    const rows = this.#database.prepare('SELECT * FROM actions WHERE seq > ? ORDER BY seq').all(seq);
    return rows.map((row) => ({
      seq: row.seq as number,
      height: row.height as number,
      part: row.part as string,
      action: deserialize(row.action as Uint8Array)
    }));
  }

  /** @returns its sequence number */
  addAction(height: Height, part: string, action: unknown): number {
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO actions (height, part, action) VALUES (?, ?, ?)')
      .run(height, part, serialize(action));
    return Number(lastInsertRowid);
  }

  /** Changes the height at which the action applies. */
  moveAction(seq: number, height: Height): void {
    this.#database.prepare('UPDATE actions SET height = ? WHERE seq = ?').run(height, seq);
  }

  /** Deletes the actions up to `seq`. */
  forgetActions(seq: number): void {
    this.#database.prepare('DELETE FROM actions WHERE seq <= ?').run(seq);
  }

  close(): void {
    this.#database.close();
  }
}
