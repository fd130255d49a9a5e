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

  put(record: MiningRecord): Promise<void> {
    return this.#database.write(['mining'], async (at) => {
      const surplus = (await at.count('mining', [])) - MAX_RECORDS;
      const isNew = (await at.get('mining', [record.id])) === undefined;
      if (isNew && surplus >= 0) {
        const oldest = await at.range('mining', { index: 'byTime', limit: surplus + 1 });
        for (const { id } of oldest) await at.delete('mining', [id]);
      }
      await at.put('mining', record);
    });
  }

  clear(): Promise<void> {
    return this.#database.write(['mining'], async (at) => {
      for (const { id } of await oldestFirst(at)) await at.delete('mining', [id]);
    });
  }
}
