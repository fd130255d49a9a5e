import type { DatabaseSync } from 'node:sqlite';
import type { StateElement } from '$lib/chain/elements';
import type { Hash256 } from '$lib/chain/ids';
import { bitLength } from '$lib/chain/merkleProof';
import { proofFromNodes } from '$lib/consensus/accumulator';
import type { TreeNode } from '$lib/consensus/forest';
import { idText } from './columns';

// Rows of a level lie together; no forest of this world has more leaves.
const LEVEL = 2 ** 46;
const position = (height: number, index: number): number => height * LEVEL + index;

/**
 * The nodes of the element forest, each stored once. A proof is read along the path of its leaf, so nothing has to be
 * carried forward block by block for outputs nobody asks about.
 */
export class TreeTable {
  readonly #get;
  readonly #put;
  readonly #prune;

  constructor(database: DatabaseSync) {
    this.#get = database.prepare('SELECT hash FROM tree WHERE position = ?');
    this.#put = database.prepare('INSERT INTO tree VALUES (?, ?) ON CONFLICT DO UPDATE SET hash = excluded.hash');
    this.#prune = database.prepare('DELETE FROM tree WHERE position >= ? AND position < ?');
  }

  /** Writes the nodes a block set. */
  put(nodes: readonly TreeNode[]): void {
    for (const { height, index, hash } of nodes) this.#put.run(position(height, index), hash);
  }

  /** Removes what lies beyond `after` leaves, the forest having had `before`. */
  shrink(before: bigint, after: bigint): void {
    const count = Number(after);
    for (let height = 0; height < bitLength(before); height++) {
      this.#prune.run(position(height, Math.floor(count / 2 ** height)), position(height + 1, 0));
    }
  }

  /** Place and proof of a leaf in the forest of `numLeaves`. */
  stateElement(leafIndex: bigint, numLeaves: bigint): StateElement {
    return proofFromNodes(numLeaves, leafIndex, (height, index) => this.node(height, index));
  }

  /** The roots of the forest by height, as the chain state has them. */
  roots(numLeaves: bigint): (Hash256 | undefined)[] {
    return Array.from({ length: bitLength(numLeaves) }, (_, height) => {
      const aligned = numLeaves >> BigInt(height);
      return (aligned & 1n) === 0n ? undefined : idText<Hash256>(this.node(height, Number(aligned - 1n)));
    });
  }

  /**
   * Hash of a complete node, 32 bytes.
   * @throws {RangeError} no such node: the forest is smaller
   */
  node(height: number, index: number): Uint8Array {
    const row = this.#get.get(position(height, index));
    if (!row) throw new RangeError(`accumulator node ${index} at height ${height} is not stored`);
    return row.hash as Uint8Array;
  }
}
