import type { DatabaseSync } from 'node:sqlite';
import type { FileContractId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { idBytes, idText } from './columns';
import type { Unstored } from './writes/unstored';
import { Writes } from './writes/writes';

const LEFT = 0;
const JOINED = 1;
// Larger than any height; SQLite integers are signed 64-bit.
const MAX_HEIGHT = (1n << 63n) - 1n;

/** A contract that joined or left those of a height. */
interface Move {
  readonly id: FileContractId;
  readonly joined: number;
}

/**
 * Expiring V1 contracts by height, in consensus order: their payouts are added to the accumulator in this order. The
 * reference implementation keeps one list per height; contracts are appended, and when one is removed, the last of the
 * list takes its position. The table stores additions and removals, so that reverting a block reverts exactly its
 * changes.
 */
export class ExpiryTable {
  readonly #insert;
  readonly #remove;
  readonly #of;
  /** By the height at which the contracts end. */
  readonly #unstored: Unstored<bigint, Move[]>;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    this.#insert = writes.prepare('INSERT INTO expiries (height, ends, contract, joined) VALUES (?, ?, ?, ?)');
    this.#remove = writes.prepare('DELETE FROM expiries WHERE height = ?');
    this.#of = database.prepare('SELECT contract, joined FROM expiries WHERE ends = ? ORDER BY seq');
    this.#unstored = writes.unstored();
  }

  /** Records that the block at `height` moved the end of the contract's window; undefined means none. */
  move(height: Height, contract: FileContractId, before: bigint | undefined, after: bigint | undefined): void {
    if (before === after) return;
    if (before !== undefined) this.#log(height, before, contract, LEFT);
    if (after !== undefined) this.#log(height, after, contract, JOINED);
  }

  #log(height: Height, ends: bigint, contract: FileContractId, joined: number): void {
    this.#insert.run(height, ends > MAX_HEIGHT ? MAX_HEIGHT : ends, idBytes(contract), joined);
    const moves = this.#unstored.own(ends);
    if (moves) moves.push({ id: contract, joined });
    else this.#unstored.set(ends, [{ id: contract, joined }]);
  }

  /** Reverts the changes of the block at `height`. */
  removeBlock(height: Height): void {
    this.#remove.run(height);
  }

  /** The contracts whose window ends at the height, in order; while changes are recorded, as recorded. */
  endingAt(height: Height): FileContractId[] {
    const list: FileContractId[] = [];
    // Anyone can form and revise tens of thousands: searching the list for each would take seconds.
    const places = new Map<FileContractId, number>();
    for (const { id, joined } of this.#moves(height)) {
      if (joined === JOINED) places.set(id, list.push(id) - 1);
      else removeSwapping(list, places, id);
    }
    return list;
  }

  *#moves(height: Height): Generator<Move, void> {
    for (const { contract, joined } of this.#of.iterate(height)) {
      yield { id: idText(contract), joined: joined as number };
    }
    for (const moves of this.#unstored.all(BigInt(height))) yield* moves;
  }
}

/** The last item of the list takes the position of the removed one. */
function removeSwapping(list: FileContractId[], places: Map<FileContractId, number>, id: FileContractId): void {
  const place = places.get(id)!;
  const last = list.pop()!;
  if (last !== id) {
    list[place] = last;
    places.set(last, place);
  }
  places.delete(id);
}
