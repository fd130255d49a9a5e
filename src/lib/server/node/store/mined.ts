import type { DatabaseSync } from 'node:sqlite';
import type { BlockId } from '$lib/chain/ids';
import { idBytes } from './columns';

/** Blocks submitted to this node by miners. */
export class MinedTable {
  readonly #insert;
  readonly #count;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('INSERT INTO mined (id) VALUES (?)');
    this.#count = database.prepare(
      `SELECT count(best.id) AS best, count(*) - count(best.id) AS stale
       FROM mined LEFT JOIN best ON best.id = mined.id`
    );
  }

  /** Duplicate submissions count twice. */
  insert(id: BlockId): void {
    this.#insert.run(idBytes(id));
  }

  /** Number of submitted blocks on the best chain, and of stale ones. */
  count(): { readonly best: number; readonly stale: number } {
    const { best, stale } = this.#count.get()!;
    return { best: best as number, stale: stale as number };
  }
}
