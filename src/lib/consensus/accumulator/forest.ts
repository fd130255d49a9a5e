import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { merkleNode } from '$lib/chain/merkle';
import { proofBytesAt } from '$lib/chain/element/decodedProof';
import type { Hash256 } from '$lib/chain/ids';
import { bitLength } from '$lib/chain/proof/merkleProof';
import type { ElementAccumulator } from '$lib/chain/block/state';

/** A node of the element forest: `index` counts the nodes at that height from the left. `hash` is 32 bytes. */
export interface TreeNode {
  readonly height: number;
  readonly index: number;
  readonly hash: Uint8Array;
}

/** Index of a node's parent, among the nodes one level up. */
export const parentOf = (index: number): number => Math.floor(index / 2);
/** Index of the other child of a node's parent. */
export const siblingOf = (index: number): number => (index % 2 === 0 ? index + 1 : index - 1);

/**
 * A leaf index as a number.
 * @throws {RangeError} above 2^53, which no accumulator reaches
 */
export function leafNumber(leafIndex: bigint): number {
  const number = Number(leafIndex);
  if (!Number.isSafeInteger(number)) throw new RangeError(`leaf index ${leafIndex} exceeds 2^53`);
  return number;
}

/** Hashes by height and index. */
class NodeMap {
  readonly #levels: Map<number, Uint8Array>[] = [];

  level(height: number): Map<number, Uint8Array> {
    return (this.#levels[height] ??= new Map());
  }

  get height(): number {
    return this.#levels.length;
  }
}

/**
 * The part of the element forest that a block touches: nodes revealed by proofs, and changed nodes. Sufficient to
 * change leaves, append leaves, and compute the new roots and proofs.
 */
export class Forest {
  readonly #revealed = new NodeMap();
  readonly #changed = new NodeMap();
  readonly #hex: Map<number, Hash256>[] = [];
  #numLeaves: number;

  constructor({ numLeaves, trees }: ElementAccumulator) {
    this.#numLeaves = leafNumber(numLeaves);
    trees.forEach((root, height) => {
      if (root !== undefined) this.#revealed.level(height).set(this.#rootIndex(height), decodeHex(root));
    });
  }

  get numLeaves(): number {
    return this.#numLeaves;
  }

  /** Index, among the nodes at `height`, of the root of the tree of that height. */
  #rootIndex(height: number): number {
    const size = 2 ** height;
    return Math.floor(this.#numLeaves / size / 2) * 2;
  }

  /** Height of the tree that contains the leaf, which is the length of its proof. */
  treeHeight(leaf: number): number {
    return bitLength(BigInt(leaf) ^ BigInt(this.#numLeaves)) - 1;
  }

  /** @throws {RangeError} no proof revealed it */
  node(height: number, index: number): Uint8Array {
    const hash = this.#changed.level(height).get(index) ?? this.#revealed.level(height).get(index);
    if (hash === undefined) throw new RangeError(`node ${index} at height ${height} was not revealed by a proof`);
    return hash;
  }

  /** Node hash as hex text, cached, because proofs share most of their nodes. */
  #hexOf(height: number, index: number): Hash256 {
    const level = (this.#hex[height] ??= new Map());
    let hex = level.get(index);
    if (hex === undefined) level.set(index, (hex = encodeHex(this.node(height, index)) as Hash256));
    return hex;
  }

  #change(height: number, index: number, hash: Uint8Array): void {
    this.#changed.level(height).set(index, hash);
    this.#hex[height]?.delete(index);
  }

  /** Adds the siblings from a valid proof of the leaf. */
  reveal(leaf: number, proof: readonly Hash256[]): void {
    let index = leaf;
    for (let height = 0; height < proof.length; height++) {
      const level = this.#revealed.level(height);
      const sibling = siblingOf(index);
      if (!level.has(sibling)) level.set(sibling, proofBytesAt(proof, height));
      index = parentOf(index);
    }
  }

  /** Replaces revealed leaves, and recomputes every node above them. */
  replaceLeaves(leaves: readonly { readonly leaf: number; readonly hash: Uint8Array }[]): void {
    let tops = new Map<number, number>();
    for (const { leaf, hash } of leaves) {
      this.#change(0, leaf, hash);
      tops.set(leaf, this.treeHeight(leaf));
    }
    for (let height = 0; tops.size > 0; height++) {
      const above = new Map<number, number>();
      for (const [index, top] of tops) if (height < top) above.set(parentOf(index), top);
      for (const index of above.keys()) this.#join(height + 1, index);
      tops = above;
    }
  }

  /** Recomputes a node from its two children. */
  #join(height: number, index: number): void {
    this.#change(height, index, merkleNode(this.node(height - 1, 2 * index), this.node(height - 1, 2 * index + 1)));
  }

  /** Appends a leaf and merges the trees it completes. */
  append(hash: Uint8Array): void {
    let index = this.#numLeaves;
    this.#change(0, index, hash);
    this.#numLeaves++;
    for (let height = 1; index % 2 === 1; height++) {
      index = parentOf(index);
      this.#join(height, index);
    }
  }

  /** Siblings from `height` up to the root of the tree that now contains the node. */
  pathAbove(height: number, index: number): Hash256[] {
    const top = this.treeHeight(index * 2 ** height);
    const path: Hash256[] = [];
    for (let at = height, node = index; at < top; at++, node = parentOf(node)) {
      path.push(this.#hexOf(at, siblingOf(node)));
    }
    return path;
  }

  /** Proof of a revealed or appended leaf. */
  proof(leaf: number): Hash256[] {
    return this.pathAbove(0, leaf);
  }

  /** The accumulator of the forest's current state. */
  accumulator(): ElementAccumulator {
    const trees: (Hash256 | undefined)[] = [];
    for (let height = 0, rest = this.#numLeaves; rest > 0; height++, rest = parentOf(rest)) {
      trees[height] = rest % 2 === 1 ? (encodeHex(this.node(height, this.#rootIndex(height))) as Hash256) : undefined;
    }
    return { numLeaves: BigInt(this.#numLeaves), trees };
  }

  /** All changed nodes, bottom up. */
  changedNodes(): TreeNode[] {
    const nodes: TreeNode[] = [];
    for (let height = 0; height < this.#changed.height; height++) {
      for (const [index, hash] of this.#changed.level(height)) nodes.push({ height, index, hash });
    }
    return nodes;
  }
}
