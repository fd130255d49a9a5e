import type { DatabaseSync } from 'node:sqlite';
import type { BlockId } from '$lib/chain/ids';
import { idBytes } from './columns';
import { Writes } from './writes/writes';

/** Who found a block: the node's own CPU miner, or an external miner that submitted it. */
export type Finder = 'cpu-miner' | 'submitter';

/** Blocks submitted to this node by miners. */
export class MinedTable {
  readonly #insert;
  readonly #count;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    this.#insert = writes.prepare('INSERT INTO mined (id, cpu_miner) VALUES (?, ?)');
    this.#count = database.prepare(
      `SELECT count(best.id) AS best, count(*) - count(best.id) AS stale,
         count(best.id) FILTER (WHERE cpu_miner = 1) AS cpu
       FROM mined LEFT JOIN best ON best.id = mined.id`
    );
  }

  /** Duplicate submissions count twice. */
  insert(id: BlockId, finder: Finder): void {
    this.#insert.run(idBytes(id), finder === 'cpu-miner' ? 1 : 0);
  }

  /** Submitted blocks: on the best chain, those of them from the CPU miner, and stale ones. */
  count(): { readonly best: number; readonly cpu: number; readonly stale: number } {
    const { best, cpu, stale } = this.#count.get()!;
    return { best: best as number, cpu: cpu as number, stale: stale as number };
  }
}
