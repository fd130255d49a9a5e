import type { DatabaseSync } from 'node:sqlite';
import { blake2b256 } from '$lib/chain/hash';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { concatBytes, encodeU64le } from '$lib/codec/bytes';
import { idBytes, idListBytes, idListOf, idText } from './columns';
import { Writes } from './writes/writes';

/** A change of the best chain: reverted blocks, newest first, then applied blocks, oldest first. */
export interface ChainChange {
  readonly id: Hash256;
  readonly reverted: readonly BlockId[];
  readonly applied: readonly BlockId[];
}

const CHANGE_PREFIX = Uint8Array.of(1);
const idList = (ids: readonly BlockId[]) => concatBytes(encodeU64le(BigInt(ids.length)), idListBytes(ids));

/** H(01 ‖ list of reverted ids ‖ list of applied ids), the change id of node daemons. */
const changeId = (reverted: readonly BlockId[], applied: readonly BlockId[]): Uint8Array =>
  blake2b256(concatBytes(CHANGE_PREFIX, idList(reverted), idList(applied)));

/** History of changes of the best chain; subscribers resume from the id of the last change. */
export class ChangeTable {
  readonly #append;
  readonly #seqOf;
  readonly #after;
  readonly #last;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    // Changes are unique: each one ends with more work than the previous one.
    this.#append = writes.prepare('INSERT INTO changes (id, reverted, applied) VALUES (?, ?, ?)');
    this.#seqOf = database.prepare('SELECT seq FROM changes WHERE id = ?');
    this.#after = database.prepare('SELECT seq, id, reverted, applied FROM changes WHERE seq > ? ORDER BY seq LIMIT 1');
    this.#last = database.prepare('SELECT max(seq) AS seq FROM changes');
  }

  append(reverted: readonly BlockId[], applied: readonly BlockId[]): void {
    this.#append.run(changeId(reverted, applied), idListBytes(reverted), idListBytes(applied));
  }

  /** Sequence number of a change. */
  seqOf(id: string): number | undefined {
    return this.#seqOf.get(idBytes(id))?.seq as number | undefined;
  }

  lastSeq(): number {
    return (this.#last.get()!.seq as number | null) ?? 0;
  }

  /** The first change after a sequence number; 0 for the first of all. */
  after(seq: number): (ChainChange & { readonly seq: number }) | undefined {
    const row = this.#after.get(seq);
    return (
      row && {
        seq: row.seq as number,
        id: idText<Hash256>(row.id),
        reverted: idListOf<BlockId>(row.reverted),
        applied: idListOf<BlockId>(row.applied)
      }
    );
  }
}
