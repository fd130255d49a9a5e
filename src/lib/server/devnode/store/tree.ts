import type { DatabaseSync } from 'node:sqlite';
import type { StateElement } from '$lib/chain/elements';
import type { Hash256 } from '$lib/chain/ids';
import { bitLength } from '$lib/chain/merkleProof';
import { proofFromNodes } from '$lib/consensus/accumulator';
import type { TreeNode } from '$lib/consensus/forest';
import { idText } from './columns';

const HASH_BYTES = 32;
// Six levels of the forest make a chunk: 32 nodes of its lowest level, and the 31 above them.
const LEVELS = 6;
const WIDTH = 2 ** (LEVELS - 1);
const CHUNK_BYTES = HASH_BYTES * (2 * WIDTH - 1);
// Chunks of the same levels lie together; no forest of this world has more.
const BAND = 2 ** 46;
/** Eight megabytes. */
const CACHED_CHUNKS = 4096;

/** Where a node lies: the row of its chunk, and the byte in it. */
function placeOf(height: number, index: number): { readonly position: number; readonly at: number } {
  const level = height % LEVELS;
  const width = WIDTH >> level;
  const chunk = Math.floor(index / width);
  // Lower levels first: 32 nodes, then 16, and so on.
  const before = 2 * WIDTH - 2 * width;
  return {
    position: Math.floor(height / LEVELS) * BAND + chunk,
    at: HASH_BYTES * (before + (index - chunk * width))
  };
}

/**
 * The nodes of the element forest, each stored once, a subtree of six levels to a row. A proof is read along the path of
 * its leaf, so nothing has to be carried forward block by block for outputs nobody asks about; and neighbours on a path
 * or in a block share rows.
 */
export class TreeTable {
  readonly #get;
  readonly #put;
  readonly #prune;
  /** Chunks as stored, the latest used last. */
  readonly #cache = new Map<number, Uint8Array>();

  constructor(database: DatabaseSync) {
    this.#get = database.prepare('SELECT hashes FROM tree WHERE position = ?');
    this.#put = database.prepare('INSERT INTO tree VALUES (?, ?) ON CONFLICT DO UPDATE SET hashes = excluded.hashes');
    this.#prune = database.prepare('DELETE FROM tree WHERE position >= ? AND position < ?');
  }

  /** Writes the nodes a block set. */
  put(nodes: Iterable<TreeNode>): void {
    const changed = new Map<number, Uint8Array>();
    for (const { height, index, hash } of nodes) {
      const { position, at } = placeOf(height, index);
      let chunk = changed.get(position);
      if (chunk === undefined) {
        chunk = this.#chunk(position)?.slice() ?? new Uint8Array(CHUNK_BYTES);
        changed.set(position, chunk);
      }
      chunk.set(hash, at);
    }
    for (const [position, chunk] of changed) this.#write(position, chunk);
  }

  /** Removes what lies beyond `after` leaves, the forest having had `before`. */
  shrink(before: bigint, after: bigint): void {
    const count = Number(after);
    const levels = bitLength(before);
    for (let bottom = 0; bottom < levels; bottom += LEVELS) {
      const whole = Math.floor(count / 2 ** bottom / WIDTH);
      const first = placeOf(bottom, whole * WIDTH).position;
      // Of the chunk that is cut through, what is beyond becomes empty again, on each of its levels.
      const chunk = this.#chunk(first)?.slice();
      let isEmpty = true;
      for (let level = 0; chunk && level < LEVELS; level++) {
        const width = WIDTH >> level;
        const kept = Math.floor(count / 2 ** (bottom + level)) - whole * width;
        if (kept > 0) isEmpty = false;
        const { at } = placeOf(bottom + level, whole * width);
        chunk.fill(0, at + HASH_BYTES * kept, at + HASH_BYTES * width);
      }
      if (chunk && !isEmpty) this.#write(first, chunk);
      this.#prune.run(isEmpty ? first : first + 1, (bottom / LEVELS + 1) * BAND);
    }
    this.forget();
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
    const { position, at } = placeOf(height, index);
    const hash = this.#chunk(position)?.subarray(at, at + HASH_BYTES);
    // No node hashes to zero.
    if (!hash?.some((byte) => byte !== 0)) {
      throw new RangeError(`accumulator node ${index} at height ${height} is not stored`);
    }
    return hash;
  }

  /** Forgets what was read and written: the transaction it belongs to failed, or somebody else wrote to the file. */
  forget(): void {
    this.#cache.clear();
  }

  #chunk(position: number): Uint8Array | undefined {
    const cached = this.#cache.get(position);
    if (cached) {
      this.#cache.delete(position);
      this.#cache.set(position, cached);
      return cached;
    }
    const row = this.#get.get(position);
    return row && this.#remember(position, row.hashes as Uint8Array);
  }

  #write(position: number, chunk: Uint8Array): void {
    this.#put.run(position, chunk);
    this.#remember(position, chunk);
  }

  #remember(position: number, chunk: Uint8Array): Uint8Array {
    this.#cache.delete(position);
    this.#cache.set(position, chunk);
    if (this.#cache.size > CACHED_CHUNKS) {
      const [oldest] = this.#cache.keys();
      this.#cache.delete(oldest!);
    }
    return chunk;
  }
}

// In files of before, each node had a row, at level * 2^46 + index.
const NODE_LEVEL = 2 ** 46;

/** Fills the table from `tree_nodes`, the one of a file that was made before there were chunks. */
export function packTree(database: DatabaseSync): void {
  const nodes = database.prepare('SELECT position, hash FROM tree_nodes ORDER BY position').iterate();
  const tree = new TreeTable(database);
  const BATCH = 10_000;
  let batch: TreeNode[] = [];
  for (const { position, hash } of nodes) {
    const height = Math.floor((position as number) / NODE_LEVEL);
    batch.push({ height, index: (position as number) - height * NODE_LEVEL, hash: hash as Uint8Array });
    if (batch.length < BATCH) continue;
    tree.put(batch);
    batch = [];
  }
  tree.put(batch);
}
