import type { DatabaseSync } from 'node:sqlite';
import { blockHeader } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { decode, encode } from '$lib/codec/layout';
import { idBytes, idText } from './columns';
import type { Unstored } from './writes/unstored';
import { Writes } from './writes/writes';

/** Validation status of a stored block. */
export type BlockStatus = 'header' | 'full' | 'invalid';

const STATUS: readonly BlockStatus[] = ['header', 'full', 'invalid'];

const SEARCHED_FOR_INVALID = 10_000;

/** Position and status of a stored block. */
export interface BlockPlace {
  readonly id: BlockId;
  readonly parentId: BlockId;
  readonly height: Height;
  readonly status: BlockStatus;
}

/** A stored block, still encoded. */
export interface BlockRow extends BlockPlace {
  readonly header: Uint8Array;
  /** Undefined once pruned. */
  readonly body: Uint8Array | undefined;
  readonly state: Uint8Array;
  readonly supplement: Uint8Array | undefined;
}

/** All stored blocks, and the best chain among them. */
export class BlockTable {
  readonly #insert;
  readonly #setChecked;
  readonly #setStatus;
  readonly #remove;
  readonly #removeInvalid;
  readonly #get;
  readonly #state;
  readonly #header;
  readonly #headersAfter;
  readonly #pruneSides;
  readonly #pruneBodies;
  readonly #place;
  readonly #extend;
  readonly #shorten;
  readonly #bestAt;
  readonly #tip;
  readonly #first;
  readonly #count;
  readonly #unstoredBest: Unstored<Height, BlockId>;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    this.#insert = writes.prepare(
      'INSERT INTO blocks (id, parent, height, status, header, body, state, supplement) VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
    );
    this.#setChecked = writes.prepare(
      `UPDATE blocks SET status = ${STATUS.indexOf('full')}, state = ?, supplement = ? WHERE id = ?`
    );
    this.#setStatus = writes.prepare('UPDATE blocks SET status = ? WHERE id = ?');
    this.#remove = writes.prepare('DELETE FROM blocks WHERE id = ?');
    this.#removeInvalid = writes.prepare(
      `DELETE FROM blocks WHERE status = ${STATUS.indexOf('invalid')} AND seq > (SELECT max(seq) FROM blocks) - ?`
    );
    this.#get = database.prepare('SELECT * FROM blocks WHERE id = ?');
    this.#state = database.prepare('SELECT state FROM blocks WHERE id = ?');
    this.#header = database.prepare('SELECT header FROM blocks WHERE id = ?');
    this.#headersAfter = database.prepare(
      `SELECT header FROM best CROSS JOIN blocks ON blocks.id = best.id
      WHERE best.height > ? ORDER BY best.height LIMIT ?`
    );
    // Both find rows through the index on bodies. Side blocks always have one: they are deleted, not emptied.
    this.#pruneSides = writes.prepare(
      `DELETE FROM blocks WHERE body IS NOT NULL AND height < ?
      AND NOT EXISTS (SELECT 1 FROM best WHERE best.height = blocks.height AND best.id = blocks.id)`
    );
    this.#pruneBodies = writes.prepare(
      `UPDATE blocks SET body = NULL, supplement = NULL WHERE body IS NOT NULL AND height < ?
      AND EXISTS (SELECT 1 FROM best WHERE best.height = blocks.height AND best.id = blocks.id)`
    );
    this.#place = database.prepare('SELECT parent, height, status FROM blocks WHERE id = ?');
    this.#extend = writes.prepare('INSERT INTO best VALUES (?, ?)');
    this.#shorten = writes.prepare('DELETE FROM best WHERE height = ?');
    this.#bestAt = database.prepare('SELECT id FROM best WHERE height = ?');
    this.#tip = database.prepare('SELECT height, id FROM best ORDER BY height DESC LIMIT 1');
    this.#first = database.prepare('SELECT height, id FROM best ORDER BY height LIMIT 1');
    this.#count = database.prepare('SELECT count(*) AS blocks FROM blocks');
    this.#unstoredBest = writes.unstored();
  }

  insert({ id, parentId, height, status, header, body, state, supplement }: BlockRow): void {
    const place = [idBytes(id), idBytes(parentId), height, STATUS.indexOf(status)];
    this.#insert.run(...place, header, body ?? null, state, supplement ?? null);
  }

  get(id: BlockId): BlockRow | undefined {
    const row = this.#get.get(idBytes(id));
    if (!row) return undefined;
    return {
      ...placeOf(id, row),
      header: row.header as Uint8Array,
      body: (row.body as Uint8Array | null) ?? undefined,
      state: row.state as Uint8Array,
      supplement: (row.supplement as Uint8Array | null) ?? undefined
    };
  }

  /** The encoded state after the block. */
  state(id: BlockId): Uint8Array | undefined {
    return this.#state.get(idBytes(id))?.state as Uint8Array | undefined;
  }

  /** The encoded header, 80 bytes. */
  header(id: BlockId): Uint8Array | undefined {
    return this.#header.get(idBytes(id))?.header as Uint8Array | undefined;
  }

  /** Encoded headers of the best chain after a height, in order. */
  headersAfter(height: Height, count: number): Uint8Array[] {
    return this.#headersAfter.all(height, count).map((row) => row.header as Uint8Array);
  }

  /**
   * Removes the bodies of the best chain below a height, and the blocks of other branches, except those directly below
   * the height: they may be parents of remaining blocks, and reverting a block needs the state before it.
   */
  prune(below: Height): void {
    this.#pruneSides.run(below - 1);
    this.#pruneBodies.run(below);
  }

  /** Without the bodies, which are large. */
  place(id: BlockId): BlockPlace | undefined {
    const row = this.#place.get(idBytes(id));
    return row && placeOf(id, row);
  }

  /** Marks the block as fully validated, with the full state and the supplement of its V1 transactions. */
  setChecked(id: BlockId, state: Uint8Array, supplement: Uint8Array): void {
    this.#setChecked.run(state, supplement, idBytes(id));
  }

  setInvalid(id: BlockId): void {
    this.#setStatus.run(STATUS.indexOf('invalid'), idBytes(id));
  }

  remove(id: BlockId): void {
    this.#remove.run(idBytes(id));
  }

  /** Removes invalid blocks among the newest: only there can they hold up a node, and a full search takes long. */
  removeInvalid(): void {
    this.#removeInvalid.run(SEARCHED_FOR_INVALID);
  }

  /** Number of stored blocks, side branches included. */
  count(): number {
    return this.#count.get()!.blocks as number;
  }

  /** Makes the block the tip; it must be a child of the current tip. */
  extendBest({ height, id }: ChainIndex): void {
    this.#extend.run(height, idBytes(id));
    this.#unstoredBest.set(height, id);
  }

  /** Removes the tip from the best chain. */
  shortenBest(height: Height): void {
    this.#shorten.run(height);
  }

  /** While changes are recorded, as recorded. */
  bestAt(height: Height): BlockId | undefined {
    const unstored = this.#unstoredBest.get(height);
    if (unstored !== undefined) return unstored;
    const row = this.#bestAt.get(height);
    return row && idText<BlockId>(row.id);
  }

  tip(): ChainIndex | undefined {
    return indexOf(this.#tip.get());
  }

  /** The lowest block of the best chain: genesis, or a checkpoint. */
  first(): ChainIndex | undefined {
    return indexOf(this.#first.get());
  }
}

const indexOf = (row: Record<string, unknown> | undefined): ChainIndex | undefined =>
  row && { height: row.height as number, id: idText<BlockId>(row.id) };

const placeOf = (id: BlockId, row: Record<string, unknown>): BlockPlace => ({
  id,
  parentId: idText<BlockId>(row.parent),
  height: row.height as number,
  status: STATUS[row.status as number]!
});

/** Migration: copies `blocks_without_header` of older files. */
export function fillHeaders(database: DatabaseSync): void {
  const copy = database.prepare(
    `INSERT INTO blocks (seq, id, parent, height, status, header, state, supplement, body)
    SELECT seq, id, parent, height, status, ?, state, supplement, body FROM blocks_without_header WHERE seq = ?`
  );
  for (const { seq, body } of database.prepare('SELECT seq, body FROM blocks_without_header ORDER BY seq').iterate()) {
    copy.run(encode(blockHeader, blockHeaderOf(decode(v2Block, body as Uint8Array))), seq as number);
  }
}
