import type { DatabaseSync } from 'node:sqlite';
import type { StateElement } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import { bitLength } from '$lib/chain/proof/merkleProof';
import { proofFromNodes } from '$lib/consensus/accumulator/accumulator';
import type { TreeNode } from '$lib/consensus/accumulator/forest';
import type { ElementAccumulator } from '$lib/chain/block/state';
import { idBytes, idText } from './columns';
import { RecencyCache } from './recencyCache';
import { Writes } from './writes/writes';

const HASH_BYTES = 32;
// A chunk is a subtree of six levels: 32 nodes at its lowest level, and the 31 above them.
const LEVELS = 6;
const WIDTH = 2 ** (LEVELS - 1);
const CHUNK_BYTES = HASH_BYTES * (2 * WIDTH - 1);
// Chunks of the same levels are stored together; no forest has more levels.
const BAND = 2 ** 46;
/** Eight megabytes, plus twice that as text if proofs are read from all of them. */
const CACHED_CHUNKS = 4096;
// No node hashes to zero.
const NO_HASH = '0'.repeat(2 * HASH_BYTES);

interface Chunk {
  /** As stored. */
  readonly hashes: Uint8Array;
  /** Hex text, cached once a proof was read: proofs of a page share most of their nodes. */
  text: string | undefined;
}

/** Changed chunks by position. */
export type TreeChunks = ReadonlyMap<number, Chunk>;

/** Location of a node: the row of its chunk, and the byte offset in it. */
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
 * The nodes of the element forest, one subtree of six levels per row. Proofs are read along the path of a leaf, so
 * unused proofs need no updates; nodes adjacent on a path or in a block share rows.
 */
export class TreeTable {
  readonly #get;
  readonly #put;
  readonly #prune;
  readonly #writes: Writes;
  readonly #cache = new RecencyCache<number, Chunk>(CACHED_CHUNKS);
  /** Not written yet. */
  readonly #changed = new Map<number, Chunk>();
  /** Chunks that another thread is writing. */
  #sent: TreeChunks = new Map();

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    this.#get = database.prepare('SELECT hashes FROM tree WHERE position = ?');
    this.#put = writes.prepare('INSERT INTO tree VALUES (?, ?) ON CONFLICT DO UPDATE SET hashes = excluded.hashes');
    this.#writes = writes;
    this.#prune = writes.prepare('DELETE FROM tree WHERE position >= ? AND position < ?');
  }

  /** Buffers the nodes changed by a block; {@link write} stores them. */
  put(nodes: Iterable<TreeNode>): void {
    for (const { height, index, hash } of nodes) {
      const { position, at } = placeOf(height, index);
      const chunk = this.#changeable(position);
      chunk.hashes.set(hash, at);
      chunk.text = undefined;
    }
  }

  /** Writes the buffered nodes, within the transaction that buffered them. */
  write(): void {
    for (const [position, { hashes }] of this.#changed) this.#write(position, hashes);
    this.#changed.clear();
  }

  /** The same for a transaction that is recorded. @returns the chunks for {@link setSent} */
  record(): TreeChunks {
    const chunks = new Map(this.#changed);
    for (const [position, { hashes }] of chunks) this.#put.run(position, hashes);
    this.#changed.clear();
    return chunks;
  }

  /** Sets the chunks that another thread writes. Only reads while further changes are recorded see them yet. */
  setSent(chunks: TreeChunks): void {
    this.#sent = chunks;
  }

  /** Called when the other thread is done; if it failed, followed by {@link forget}. */
  endSent(): void {
    for (const [position, { hashes }] of this.#sent) this.#remember(position, hashes);
    this.#sent = new Map();
  }

  /** Buffers only the roots, for a forest whose leaves are not stored. */
  putRoots({ numLeaves, trees }: ElementAccumulator): void {
    this.put(
      trees.flatMap((hash, height) =>
        hash === undefined ? [] : { height, index: Number((numLeaves >> BigInt(height)) - 1n), hash: idBytes(hash) }
      )
    );
  }

  /** Shrinks the forest from `before` to `after` leaves. */
  shrink(before: bigint, after: bigint): void {
    this.write();
    const count = Number(after);
    const levels = bitLength(before);
    for (let bottom = 0; bottom < levels; bottom += LEVELS) {
      const whole = Math.floor(count / 2 ** bottom / WIDTH);
      const first = placeOf(bottom, whole * WIDTH).position;
      // In the chunk at the boundary, nodes beyond it are cleared on every level; the cache is cleared at the end.
      const chunk = this.#chunk(first)?.hashes;
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

  /** Leaf index and proof in the forest of `numLeaves` leaves. */
  stateElement(leafIndex: bigint, numLeaves: bigint): StateElement {
    return proofFromNodes(numLeaves, leafIndex, (height, index) => this.#hash(height, index));
  }

  /** The roots of the forest by height, as in the chain state. */
  roots(numLeaves: bigint): (Hash256 | undefined)[] {
    return Array.from({ length: bitLength(numLeaves) }, (_, height) => {
      const aligned = numLeaves >> BigInt(height);
      return (aligned & 1n) === 0n ? undefined : this.#hash(height, Number(aligned - 1n));
    });
  }

  /**
   * Hash of a complete node.
   * @throws {RangeError} the node does not exist
   */
  #hash(height: number, index: number): Hash256 {
    const { position, at } = placeOf(height, index);
    const chunk = this.#chunk(position);
    const hash = chunk && (chunk.text ??= idText(chunk.hashes)).slice(2 * at, 2 * (at + HASH_BYTES));
    if (hash === undefined || hash === NO_HASH) {
      throw new RangeError(`accumulator node ${index} at height ${height} is not stored`);
    }
    return hash as Hash256;
  }

  /** Clears the cache after a failed transaction. */
  forget(): void {
    this.#cache.clear();
    this.#changed.clear();
  }

  #changeable(position: number): Chunk {
    let chunk = this.#changed.get(position);
    if (chunk === undefined) {
      const hashes = this.#chunk(position)?.hashes.slice() ?? new Uint8Array(CHUNK_BYTES);
      this.#changed.set(position, (chunk = { hashes, text: undefined }));
    }
    return chunk;
  }

  #chunk(position: number): Chunk | undefined {
    const unstored = this.#changed.get(position) ?? (this.#writes.isRecording ? this.#sent.get(position) : undefined);
    const cached = unstored ?? this.#cache.get(position);
    if (cached) return cached;
    const row = this.#get.get(position);
    return row && this.#remember(position, row.hashes as Uint8Array);
  }

  #write(position: number, hashes: Uint8Array): void {
    this.#put.run(position, hashes);
    this.#remember(position, hashes);
  }

  #remember(position: number, hashes: Uint8Array): Chunk {
    const chunk: Chunk = { hashes, text: undefined };
    this.#cache.set(position, chunk);
    return chunk;
  }
}

// In older files each node had a row, at level * 2^46 + index.
const NODE_LEVEL = 2 ** 46;

/** Migration: fills the table from `tree_nodes` of older files. */
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
  tree.write();
}
