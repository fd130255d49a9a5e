import type { AppError } from '$lib/errors';
import type { Rows, TableName } from './tables';

/** Parts of a key in the order of the table's or index's fields. */
export type Key = readonly (string | number)[];

/** Rows in ascending order of the key, or of an index. */
export interface RangeQuery {
  readonly index?: string;
  /** First parts of the key; all rows if omitted. */
  readonly prefix?: Key;
  /** Only keys after this complete key: end of the previous page. */
  readonly after?: Key;
  readonly limit?: number;
}

/** An atomic transaction. Only these methods may be awaited inside it. */
export interface ReadTransaction {
  get<T extends TableName>(table: T, key: Key): Promise<Rows[T] | undefined>;
  range<T extends TableName>(table: T, query: RangeQuery): Promise<Rows[T][]>;
  count(table: TableName, prefix: Key): Promise<number>;
}

export interface WriteTransaction extends ReadTransaction {
  put<T extends TableName>(table: T, row: Rows[T]): Promise<void>;
  delete(table: TableName, key: Key): Promise<void>;
  deleteAll(table: TableName, prefix: Key): Promise<void>;
}

export type DeleteTransaction = Omit<WriteTransaction, 'put'>;

/** Browser storage: IndexedDB, or memory if that is not available. */
export interface Database {
  /** Why data is lost when the tab closes; undefined if it is persistent. */
  readonly warning: AppError | undefined;
  /** Aborts when nothing is stored where other tabs could read it: {@link warning} is set. */
  readonly alone: AbortSignal;
  /** Called when {@link warning} is set later, because the disk is full. */
  onwarning: ((warning: AppError) => void) | undefined;
  read<R>(tables: readonly TableName[], run: (transaction: ReadTransaction) => Promise<R>): Promise<R>;
  write<R>(tables: readonly TableName[], run: (transaction: WriteTransaction) => Promise<R>): Promise<R>;
  /**
   * Deletes rows, also on a disk that is full: what was removed must not return after a reload.
   * @param run may run twice: for the disk, then for the memory
   * @throws {StorageNoRoomError} the disk refuses even that; nothing is deleted
   */
  remove(tables: readonly TableName[], run: (transaction: DeleteTransaction) => Promise<void>): Promise<void>;
  /**
   * Writes rows to the disk, also if its data was moved to memory, and then there, too: what must not return after a
   * reload, such as a former password.
   * @param run runs for the disk, then for the memory
   * @throws {StorageNoRoomError} the disk is full; nothing is written
   */
  writeThrough(tables: readonly TableName[], run: (transaction: WriteTransaction) => Promise<void>): Promise<void>;
  /**
   * Writes rows and, if a full disk's data was moved to memory, writes them to the disk, too, if it has room for them by
   * now: what other tabs and the next visit must know, such as payments.
   * @param run runs for the memory, then for the disk
   * @returns whether other tabs can read them: false if the disk has no room
   */
  writeToBoth(tables: readonly TableName[], run: (transaction: WriteTransaction) => Promise<void>): Promise<boolean>;
  /** Reads from the disk if its data was moved to memory: other tabs may have stored more since. */
  readMoved<R>(tables: readonly TableName[], run: (transaction: ReadTransaction) => Promise<R>): Promise<R | undefined>;
  /**
   * Deletes rows from memory if a full disk's data was moved there: another tab has removed them from the disk. What was
   * stored on the disk since stays.
   */
  removeMoved(tables: readonly TableName[], run: (transaction: DeleteTransaction) => Promise<void>): Promise<void>;
  close(): void;
}

/** A database engine: it works or throws, without fallback. */
export type Engine = Pick<Database, 'read' | 'write' | 'close'>;
