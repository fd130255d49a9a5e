import type { Engine, Key, RangeQuery, WriteTransaction } from './database';
import { TABLE_NAMES, TABLES, type Rows, type TableName } from './tables';

type Row = Rows[TableName];
type Part = string | number;

const valueAt = (row: Row, field: string): Part => (row as unknown as Record<string, Part>)[field]!;
const keyOf = (row: Row, fields: readonly string[]): Key => fields.map((field) => valueAt(row, field));
const textOf = (key: Key): string => JSON.stringify(key);

// IndexedDB's key order: numbers before text, then by part, and a shorter key before a longer one.
function compareParts(a: Part, b: Part): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareKeys(a: Key, b: Key): number {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; i++) {
    const order = compareParts(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const hasPrefix = (key: Key, prefix: Key): boolean => compareKeys(key.slice(0, prefix.length), prefix) === 0;

/** The position of the first entry that is not before the key. */
function lowerBound(sorted: readonly { key: Key }[], key: Key, orEqual: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareKeys(sorted[middle]!.key, key);
    if (order < 0 || (orEqual && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

class MemoryTable {
  readonly #rows = new Map<string, Row>();
  readonly #fields: Readonly<Record<string, readonly string[]>>;
  /** Sorted when first read after a change. */
  readonly #sorted = new Map<string, { key: Key; row: Row }[]>();

  constructor(name: TableName) {
    this.#fields = { ...TABLES[name].indexes, '': TABLES[name].key };
  }

  get = (key: Key): Row | undefined => this.#rows.get(textOf(key));

  /** @returns the row that was there before */
  put(row: Row): Row | undefined {
    const text = textOf(keyOf(row, this.#fields['']!));
    const before = this.#rows.get(text);
    this.#rows.set(text, row);
    this.#sorted.clear();
    return before;
  }

  delete(key: Key): Row | undefined {
    const before = this.get(key);
    if (before !== undefined) this.#sorted.clear();
    this.#rows.delete(textOf(key));
    return before;
  }

  range({ index = '', prefix = [], after, limit = Infinity }: RangeQuery): Row[] {
    const sorted = this.#sortedBy(index);
    const rows: Row[] = [];
    const start = after ? lowerBound(sorted, after, true) : lowerBound(sorted, prefix, false);
    for (let i = start; i < sorted.length && rows.length < limit; i++) {
      const { key, row } = sorted[i]!;
      if (!hasPrefix(key, prefix)) break;
      rows.push(row);
    }
    return rows;
  }

  keyOf = (row: Row): Key => keyOf(row, this.#fields['']!);

  #sortedBy(index: string) {
    const known = this.#sorted.get(index);
    if (known) return known;
    const fields = this.#fields[index]!;
    const sorted = [...this.#rows.values()].map((row) => ({ key: keyOf(row, fields), row }));
    sorted.sort((a, b) => compareKeys(a.key, b.key));
    this.#sorted.set(index, sorted);
    return sorted;
  }
}

/** A database in memory with IndexedDB's order and atomicity; transactions run one after another. */
export function createMemoryEngine(): Engine {
  const tables = new Map(TABLE_NAMES.map((name) => [name, new MemoryTable(name)]));
  let queue: Promise<unknown> = Promise.resolve();

  const table = (name: TableName): MemoryTable => tables.get(name)!;

  function transaction(undo: (() => void)[]): WriteTransaction {
    const change = (name: TableName, key: Key, before: Row | undefined) =>
      undo.push(() => (before ? table(name).put(before) : table(name).delete(key)));
    const remove = (name: TableName, key: Key) => change(name, key, table(name).delete(key));
    return {
      get: async <T extends TableName>(name: T, key: Key) => table(name).get(key) as Rows[T] | undefined,
      range: async <T extends TableName>(name: T, query: RangeQuery) => table(name).range(query) as Rows[T][],
      count: async (name, prefix) => table(name).range({ prefix }).length,
      put: async (name, row) => void change(name, table(name).keyOf(row), table(name).put(row)),
      delete: async (name, key) => void remove(name, key),
      async deleteAll(name, prefix) {
        for (const row of table(name).range({ prefix })) remove(name, table(name).keyOf(row));
      }
    };
  }

  function inTurn<R>(run: () => Promise<R>): Promise<R> {
    const result = queue.then(run);
    queue = result.catch(() => undefined);
    return result;
  }

  return {
    read: (_, run) => inTurn(() => run(transaction([]))),
    write: (_, run) =>
      inTurn(async () => {
        const undo: (() => void)[] = [];
        try {
          return await run(transaction(undo));
        } catch (error) {
          for (const step of undo.reverse()) step();
          throw error;
        }
      }),
    close: () => undefined
  };
}
