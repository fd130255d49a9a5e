import { openDB, type IDBPDatabase } from 'idb';
import type { Engine, Key, RangeQuery, ReadTransaction, WriteTransaction } from './database';
import { StorageOutdatedError } from './errors';
import { TABLE_NAMES, TABLES, type Rows, type TableName } from './tables';

/** Increment with every new table. */
const VERSION = 3;

/** A part that sorts after every text and number: keys that begin with a prefix end before it. */
const END: IDBValidKey[] = [];
const copy = (key: Key): IDBValidKey[] => [...key];

function rangeOf({ prefix = [], after }: RangeQuery): IDBKeyRange | undefined {
  if (after) return IDBKeyRange.bound(copy(after), [...prefix, END], true, true);
  return prefix.length === 0 ? undefined : IDBKeyRange.bound(copy(prefix), [...prefix, END], false, true);
}

/**
 * A database in IndexedDB.
 * @throws {DOMException} the browser blocks storage
 */
export async function openIdbEngine(name: string): Promise<Engine> {
  let outdated = false;
  const database = await openDB(name, VERSION, {
    upgrade(opened) {
      for (const table of TABLE_NAMES) {
        if (opened.objectStoreNames.contains(table)) continue;
        const { key, indexes } = TABLES[table];
        const store = opened.createObjectStore(table, { keyPath: [...key] });
        for (const [index, fields] of Object.entries(indexes)) store.createIndex(index, [...fields]);
      }
    },
    // A newer version of Quarry in another tab waits for this connection to close.
    blocking() {
      outdated = true;
      database.close();
    },
    terminated: () => (outdated = true)
  });

  const open = (): IDBPDatabase => {
    if (outdated) throw new StorageOutdatedError();
    return database;
  };

  async function read<R>(tables: readonly TableName[], run: (transaction: ReadTransaction) => Promise<R>): Promise<R> {
    const transaction = open().transaction([...tables], 'readonly');
    return run(reading((table) => transaction.objectStore(table)));
  }

  async function write<R>(
    tables: readonly TableName[],
    run: (transaction: WriteTransaction) => Promise<R>
  ): Promise<R> {
    // Chain data can be synced again; keys cannot, so they are written with strict durability.
    const durability = tables.includes('vaults') ? 'strict' : 'relaxed';
    const transaction = open().transaction([...tables], 'readwrite', { durability });
    // Awaited below; without a handler until then it would be an unhandled rejection.
    transaction.done.catch(() => undefined);
    const store = (table: TableName) => transaction.objectStore(table);
    try {
      const result = await run({
        ...reading(store),
        // Not awaited: a failed write aborts the transaction, and awaiting each would be slow.
        put: async (table, row) =>
          void store(table)
            .put(row)
            .catch(() => undefined),
        delete: async (table, key) =>
          void store(table)
            .delete(copy(key))
            .catch(() => undefined),
        deleteAll: async (table, prefix) =>
          void store(table)
            .delete(rangeOf({ prefix })!)
            .catch(() => undefined)
      });
      await transaction.done;
      return result;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // Already aborted, for the reason in the error.
      }
      throw error;
    }
  }

  return { read, write, close: () => database.close() };
}

interface AnySource {
  getAll(query?: IDBKeyRange | null, count?: number): Promise<unknown[]>;
}
/** Common interface of the stores of read and write transactions. */
interface AnyStore extends AnySource {
  get(key: IDBValidKey): Promise<unknown>;
  count(query?: IDBKeyRange | null): Promise<number>;
  index(name: string): AnySource;
}

const reading = (store: (table: TableName) => AnyStore): ReadTransaction => ({
  get: async <T extends TableName>(table: T, key: Key) => (await store(table).get(copy(key))) as Rows[T] | undefined,
  async range<T extends TableName>(table: T, query: RangeQuery) {
    const source = query.index === undefined ? store(table) : store(table).index(query.index);
    return (await source.getAll(rangeOf(query), query.limit)) as Rows[T][];
  },
  count: (table, prefix) => store(table).count(rangeOf({ prefix }))
});
