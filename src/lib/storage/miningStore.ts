import { MAX_RECORDS, type MiningRecord, type MiningRecordStorage } from '$lib/services/mining/miningRecords';
import type { Database, ReadTransaction } from './database';

const oldestFirst = (at: ReadTransaction): Promise<MiningRecord[]> => at.range('mining', { index: 'byTime' });

/** The mining history of this browser. */
export class MiningStore implements MiningRecordStorage {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(): Promise<MiningRecord[]> {
    return (await this.#database.read(['mining'], oldestFirst)).reverse();
  }

  async put(record: MiningRecord): Promise<void> {
    // In a transaction of its own, because a page that is being left does not receive the count.
    await this.#database.write(['mining'], (at) => at.put('mining', record));
    await this.#database.write(['mining'], async (at) => {
      const surplus = (await at.count('mining', [])) - MAX_RECORDS;
      if (surplus <= 0) return;
      for (const { id } of await at.range('mining', { index: 'byTime', limit: surplus }))
        await at.delete('mining', [id]);
    });
  }

  clear(): Promise<void> {
    return this.#database.remove(['mining'], async (at) => {
      for (const { id } of await oldestFirst(at)) await at.delete('mining', [id]);
    });
  }
}
