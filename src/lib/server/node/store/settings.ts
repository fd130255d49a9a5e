import type { DatabaseSync } from 'node:sqlite';
import { requireInPlace } from './writes/inPlace';
import { NotStoredError, storeError } from './sqliteError';
import { Writes } from './writes/writes';

/** Persistent settings: counters, limits, lists entered by the user. */
export class SettingsTable {
  readonly #database;
  readonly #get;
  readonly #set;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    this.#database = database;
    this.#get = database.prepare('SELECT value FROM settings WHERE key = ?');
    this.#set = writes.prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  }

  get(key: string): string | undefined {
    return this.#get.get(key)?.value as string | undefined;
  }

  set(key: string, value: string): void {
    requireInPlace(this.#database);
    this.#set.run(key, value);
  }

  /**
   * The same for data that can be obtained again, such as peer addresses: if the disk is full or read-only, it is not
   * stored.
   */
  remember(key: string, value: string): void {
    try {
      this.set(key, value);
    } catch (error) {
      if (!(storeError(error) instanceof NotStoredError)) throw error;
    }
  }

  getNumber(key: string): number {
    return Number(this.get(key) ?? '0');
  }
}
