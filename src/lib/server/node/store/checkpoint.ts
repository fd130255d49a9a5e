import type { DatabaseSync } from 'node:sqlite';
import type { ChainState } from '$lib/chain/block/state';
import { chainState } from '$lib/chain/block/stateLayout';
import type { BlockId } from '$lib/chain/ids';
import { decode, encode } from '$lib/codec/layout';
import { idBytes, idText } from './columns';
import { Writes } from './writes/writes';

/** The first block of a chain that begins with a checkpoint. */
export interface StoredCheckpoint {
  readonly id: BlockId;
  /** State before the block. */
  readonly parentState: ChainState;
}

/** At most one row: the checkpoint at which the chain begins. It never changes. */
export class CheckpointTable {
  readonly #get;
  readonly #set;
  #cached: StoredCheckpoint | undefined;
  #isRead = false;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    this.#get = database.prepare('SELECT id, parent_state FROM checkpoint');
    this.#set = writes.prepare('INSERT INTO checkpoint VALUES (?, ?)');
  }

  /** Undefined for a chain that begins with its genesis block. */
  get(): StoredCheckpoint | undefined {
    if (this.#isRead) return this.#cached;
    const row = this.#get.get();
    this.#cached = row && {
      id: idText(row.id),
      parentState: decode(chainState, row.parent_state as Uint8Array)
    };
    this.#isRead = true;
    return this.#cached;
  }

  set({ id, parentState }: StoredCheckpoint): void {
    this.#set.run(idBytes(id), encode(chainState, parentState));
    this.#isRead = false;
  }
}
