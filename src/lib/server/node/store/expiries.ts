import type { DatabaseSync } from 'node:sqlite';
import type { FileContractId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { idBytes, idText } from './columns';

const LEFT = 0;
const JOINED = 1;
// A window may end later than any height there will ever be; SQLite holds signed 64 bits.
const FAR = (1n << 63n) - 1n;

/**
 * Which V1 contracts end at which height, and in which order: their last payouts take their places in the accumulator in
 * it, so it is part of consensus. The network's nodes keep a list for every height; a contract joins at the end of one,
 * and when it leaves, the last of the list moves to its place. What is stored is who joined and left, so that taking
 * back a block takes back exactly what it did to the lists.
 */
export class ExpiryTable {
  readonly #insert;
  readonly #remove;
  readonly #of;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('INSERT INTO expiries (height, ends, contract, joined) VALUES (?, ?, ?, ?)');
    this.#remove = database.prepare('DELETE FROM expiries WHERE height = ?');
    this.#of = database.prepare('SELECT contract, joined FROM expiries WHERE ends = ? ORDER BY seq');
  }

  /** By the block at `height`, the window of the contract ends at another height than before; undefined is never. */
  move(height: Height, contract: FileContractId, before: bigint | undefined, after: bigint | undefined): void {
    if (before === after) return;
    if (before !== undefined) this.#log(height, before, contract, LEFT);
    if (after !== undefined) this.#log(height, after, contract, JOINED);
  }

  #log(height: Height, ends: bigint, contract: FileContractId, joined: number): void {
    this.#insert.run(height, ends > FAR ? FAR : ends, idBytes(contract), joined);
  }

  /** Takes back what the block at `height` did. */
  removeBlock(height: Height): void {
    this.#remove.run(height);
  }

  /** The contracts whose window ends at the height, in order. */
  endingAt(height: Height): FileContractId[] {
    const list: FileContractId[] = [];
    for (const { contract, joined } of this.#of.iterate(height)) {
      const id = idText<FileContractId>(contract);
      if (joined === JOINED) list.push(id);
      else takeOut(list, id);
    }
    return list;
  }
}

/** The last of the list takes the place of the one that leaves. */
function takeOut(list: FileContractId[], id: FileContractId): void {
  const last = list.pop();
  if (last !== undefined && last !== id) list[list.indexOf(id)] = last;
}
