import { openDB, unwrap, type IDBPDatabase } from 'idb';
import type { Engine, Key, RangeQuery, ReadTransaction, WriteTransaction } from './database';
import { AppError } from '$lib/errors';
import {
  StorageBlockedError,
  StorageClosedError,
  StorageNewerError,
  StorageOutdatedError,
  StorageUnreadableError
} from './errors';
import { TABLE_NAMES, TABLES, type Rows, type TableName } from './tables';

/** Increment with every new table. */
const VERSION = 7;

/** A part that sorts after every text and number: keys that begin with a prefix end before it. */
const END: IDBValidKey[] = [];
const copy = (key: Key): IDBValidKey[] => [...key];

function rangeOf({ prefix = [], after }: RangeQuery): IDBKeyRange | undefined {
  if (after) return IDBKeyRange.bound(copy(after), [...prefix, END], true, true);
  return prefix.length === 0 ? undefined : IDBKeyRange.bound(copy(prefix), [...prefix, END], false, true);
}

/** Writes run for this long before yielding to the page: the longest delay of frames and key presses. */
const SLICE_MS = 10;

/**
 * Chain data can be synced again. Keys, the wallets that they belong to and sent payments cannot, so they are on the
 * disk, not only in its cache, before they count as stored.
 */
const LASTING: readonly TableName[] = ['vaults', 'wallets', 'sends'];

const BLOCKED_GRACE_MS = 1_500;

/** Errors of browsers that store nothing, because of a private window or a setting. */
const BLOCKED = ['SecurityError', 'InvalidStateError', 'NotAllowedError'];

/**
 * The database, unless another tab blocks it. A failure of the call itself means that the browser does not allow it.
 */
async function openFirst(blocked: Promise<never>, open: () => Promise<IDBPDatabase>): Promise<IDBPDatabase> {
  let opening: Promise<IDBPDatabase>;
  try {
    opening = open();
  } catch (cause) {
    throw new StorageBlockedError({ cause });
  }
  try {
    return await Promise.race([opening, blocked]);
  } catch (error) {
    // It may still open later, when it is no longer needed.
    opening.then(
      (late) => late.close(),
      () => undefined
    );
    throw whyClosed(error);
  }
}

function whyClosed(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const name = cause instanceof DOMException ? cause.name : '';
  if (BLOCKED.includes(name)) return new StorageBlockedError({ cause });
  return name === 'VersionError' ? new StorageNewerError({ cause }) : new StorageUnreadableError({ cause });
}

/**
 * A database in IndexedDB.
 * @throws {StorageBlockedError} the browser stores nothing
 * @throws {StorageNewerError} written by a newer version
 * @throws {StorageOutdatedError} another tab holds an older one open
 * @throws {StorageUnreadableError} anything else
 */
export async function openIdbEngine(name: string): Promise<Engine> {
  let closed: (() => AppError) | undefined;
  const cleared = () => new StorageClosedError();
  const { promise: blocked, reject: failBlocked } = Promise.withResolvers<never>();
  const database = await openFirst(blocked, () =>
    openDB(name, VERSION, {
      upgrade(opened, _from, _to, transaction) {
        // If it aborts, opening fails, which is handled; without this handler it would also be an unhandled rejection.
        transaction.done.catch(() => undefined);
        for (const table of TABLE_NAMES) {
          if (opened.objectStoreNames.contains(table)) continue;
          const { key, indexes } = TABLES[table];
          const store = opened.createObjectStore(table, { keyPath: [...key] });
          for (const [index, fields] of Object.entries(indexes)) store.createIndex(index, [...fields]);
        }
      },
      // A tab with an older version does not close its connection; one that does may take a moment.
      blocked: () => void setTimeout(() => failBlocked(new StorageOutdatedError()), BLOCKED_GRACE_MS),
      // A newer version of Quarry in another tab waits for this connection to close, or whoever deletes the database.
      blocking(_from, to) {
        closed = to === null ? cleared : () => new StorageOutdatedError();
        database.close();
      },
      terminated: () => (closed = cleared)
    })
  );

  const open = (): IDBPDatabase => {
    if (closed) throw closed();
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
    const durability = tables.some((table) => LASTING.includes(table)) ? 'strict' : 'relaxed';
    const transaction = open().transaction([...tables], 'readwrite', { durability });
    // Awaited below; without a handler until then it would be an unhandled rejection.
    transaction.done.catch(() => undefined);
    const store = (table: TableName) => transaction.objectStore(table);
    let sliceEndsMs = performance.now() + SLICE_MS;
    // Rarely awaited: a failed write aborts the transaction, and awaiting each would be slow.
    const written = async (request: IDBRequest): Promise<void> => {
      if (performance.now() < sliceEndsMs) return;
      await new Promise<void>((resolve) => (request.onsuccess = request.onerror = () => resolve()));
      sliceEndsMs = performance.now() + SLICE_MS;
    };
    try {
      const result = await run({
        ...reading(store),
        put: (table, row) => written(unwrap(store(table)).put(row)),
        delete: (table, key) => written(unwrap(store(table)).delete(copy(key))),
        deleteAll: (table, prefix) => written(unwrap(store(table)).delete(rangeOf({ prefix })!))
      });
      commit(transaction);
      await transaction.done;
      return result;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // Already aborted by a failed write, whose error is more useful than later ones.
      }
      throw transaction.error ?? error;
    }
  }

  return { read, write, close: () => database.close() };
}

/**
 * Commits without waiting for the answers to the last requests. Otherwise the browser commits only after the page has
 * received them, and drops what a page wrote while it was left.
 */
function commit(transaction: { commit(): void }): void {
  try {
    transaction.commit();
  } catch {
    // It has ended: `done` says how.
  }
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
