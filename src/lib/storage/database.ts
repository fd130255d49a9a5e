import type { AppError } from '$lib/errors';
import type { Rows, TableName } from './tables';

/** Parts of a key in the order of the table's or index's fields. */
export type Key = readonly (string | number)[];

/** Rows in ascending order of the key, or of an index. */
export interface RangeQuery {
  readonly index?: string;
  /** First parts of the key; all rows if left out. */
  readonly prefix?: Key;
  /** Only keys after this whole one: where the last page ended. */
  readonly after?: Key;
  readonly limit?: number;
}

/** A transaction: all of its writes happen or none. Inside, nothing but these may be awaited. */
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

/** Where this browser remembers things: IndexedDB, or memory where that is not to be had. */
export interface Database {
  /** Why nothing outlives this tab; undefined while all is well. */
  readonly warning: AppError | undefined;
  /** Told when {@link warning} appears later, because the disk filled up. */
  onwarning: ((warning: AppError) => void) | undefined;
  read<R>(tables: readonly TableName[], run: (transaction: ReadTransaction) => Promise<R>): Promise<R>;
  write<R>(tables: readonly TableName[], run: (transaction: WriteTransaction) => Promise<R>): Promise<R>;
  close(): void;
}

/** A database engine, which never warns: it works or throws. */
export type Engine = Omit<Database, 'warning' | 'onwarning'>;
