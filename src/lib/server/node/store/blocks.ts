import type { DatabaseSync } from 'node:sqlite';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { idBytes, idText } from './columns';

/** How far a stored block was checked. */
export type BlockStatus = 'header' | 'full' | 'invalid';

const STATUS: readonly BlockStatus[] = ['header', 'full', 'invalid'];

/** Where a stored block stands. */
export interface BlockPlace {
  readonly id: BlockId;
  readonly parentId: BlockId;
  readonly height: Height;
  readonly status: BlockStatus;
}

/** A stored block with its bodies still in binary. */
export interface BlockRow extends BlockPlace {
  readonly body: Uint8Array;
  readonly state: Uint8Array;
  readonly supplement: Uint8Array | undefined;
}

/** Every block known, and which of them form the best chain. */
export class BlockTable {
  readonly #insert;
  readonly #setChecked;
  readonly #setStatus;
  readonly #remove;
  readonly #get;
  readonly #state;
  readonly #place;
  readonly #extend;
  readonly #shorten;
  readonly #bestAt;
  readonly #tip;
  readonly #count;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      'INSERT INTO blocks (id, parent, height, status, body, state, supplement) VALUES (?, ?, ?, ?, ?, ?, ?)'
    );
    this.#setChecked = database.prepare(
      `UPDATE blocks SET status = ${STATUS.indexOf('full')}, state = ?, supplement = ? WHERE id = ?`
    );
    this.#setStatus = database.prepare('UPDATE blocks SET status = ? WHERE id = ?');
    this.#remove = database.prepare('DELETE FROM blocks WHERE id = ?');
    this.#get = database.prepare('SELECT * FROM blocks WHERE id = ?');
    this.#state = database.prepare('SELECT state FROM blocks WHERE id = ?');
    this.#place = database.prepare('SELECT parent, height, status FROM blocks WHERE id = ?');
    this.#extend = database.prepare('INSERT INTO best VALUES (?, ?)');
    this.#shorten = database.prepare('DELETE FROM best WHERE height = ?');
    this.#bestAt = database.prepare('SELECT id FROM best WHERE height = ?');
    this.#tip = database.prepare('SELECT height, id FROM best ORDER BY height DESC LIMIT 1');
    this.#count = database.prepare('SELECT count(*) AS blocks FROM blocks');
  }

  insert({ id, parentId, height, status, body, state, supplement }: BlockRow): void {
    this.#insert.run(idBytes(id), idBytes(parentId), height, STATUS.indexOf(status), body, state, supplement ?? null);
  }

  get(id: BlockId): BlockRow | undefined {
    const row = this.#get.get(idBytes(id));
    if (!row) return undefined;
    return {
      ...placeOf(id, row),
      body: row.body as Uint8Array,
      state: row.state as Uint8Array,
      supplement: (row.supplement as Uint8Array | null) ?? undefined
    };
  }

  /** Of all its bodies the state after it. */
  state(id: BlockId): Uint8Array | undefined {
    return this.#state.get(idBytes(id))?.state as Uint8Array | undefined;
  }

  /** Without its bodies, which are long. */
  place(id: BlockId): BlockPlace | undefined {
    const row = this.#place.get(idBytes(id));
    return row && placeOf(id, row);
  }

  /** Records that the block passed every check: what the full state is, and what its V1 transactions needed. */
  setChecked(id: BlockId, state: Uint8Array, supplement: Uint8Array): void {
    this.#setChecked.run(state, supplement, idBytes(id));
  }

  setInvalid(id: BlockId): void {
    this.#setStatus.run(STATUS.indexOf('invalid'), idBytes(id));
  }

  remove(id: BlockId): void {
    this.#remove.run(idBytes(id));
  }

  /** How many blocks are stored, those off the best chain included. */
  count(): number {
    return this.#count.get()!.blocks as number;
  }

  /** Makes the block the tip; it must be the child of the present one. */
  extendBest({ height, id }: ChainIndex): void {
    this.#extend.run(height, idBytes(id));
  }

  /** Takes the tip off the best chain. */
  shortenBest(height: Height): void {
    this.#shorten.run(height);
  }

  bestAt(height: Height): BlockId | undefined {
    const row = this.#bestAt.get(height);
    return row && idText<BlockId>(row.id);
  }

  tip(): ChainIndex | undefined {
    const row = this.#tip.get();
    return row && { height: row.height as number, id: idText<BlockId>(row.id) };
  }
}

const placeOf = (id: BlockId, row: Record<string, unknown>): BlockPlace => ({
  id,
  parentId: idText<BlockId>(row.parent),
  height: row.height as number,
  status: STATUS[row.status as number]!
});
