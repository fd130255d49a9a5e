import { decodeHex, encodeHex } from '$lib/codec/bytes';
import type { StateElement } from '$lib/chain/element/elements';
import { merkleNode } from '$lib/chain/merkle';
import type { Hash256 } from '$lib/chain/ids';
import { proofLength } from '$lib/chain/proof/merkleProof';
import type { ElementAccumulator } from '$lib/chain/block/state';
import type { ApplyUpdate, RevertUpdate, UpdatedLeaf } from '$lib/chain/proof/update';
import { MissingProofError } from '../errors';

/**
 * Nodes of the accumulator that the proofs of a wallet's outputs consist of, by {@link nodeKey}, without duplicates:
 * exactly the siblings along the paths of the tracked leaves. A block changes few of them, regardless of the number of
 * outputs, whereas every full proof changes with every block.
 */
export type ProofNodes = ReadonlyMap<number, Hash256>;

/** Nodes changed by a step. */
export interface NodeChanges {
  readonly set: ReadonlyMap<number, Hash256>;
  readonly removed: readonly number[];
}

// Six bits for the height leave 47 for the index: a hundred trillion leaves.
const HEIGHTS = 64;
const MAX_LEAVES = 1n << 47n;

/** Key of a node, a safe integer: its index among the nodes of its height, and the height. */
const nodeKey = (height: number, index: number): number => index * HEIGHTS + height;

/** Leaves below a node, by its height: a lookup is much faster than computing a power. */
const LEAVES_BELOW = Array.from({ length: HEIGHTS }, (_, height) => 2 ** height);

/** Index of a leaf's ancestor. Bit operators would truncate to 32 bits. */
const ancestor = (leaf: number, height: number): number => Math.floor(leaf / LEAVES_BELOW[height]!);
const siblingOf = (index: number): number => (index % 2 === 0 ? index + 1 : index - 1);

/** Whether a leaf index is within the range of node keys. */
export const isValidLeafIndex = (leafIndex: bigint): boolean => leafIndex >= 0n && leafIndex < MAX_LEAVES;

/** A readonly {@link StateElement}. */
interface LeafProof {
  readonly leafIndex: bigint;
  readonly merkleProof: readonly Hash256[];
}

/** Whether a leaf and its proof lead to a root of the accumulator. */
export function leadsToRoot(
  { trees, numLeaves }: ElementAccumulator,
  { leafIndex, merkleProof }: LeafProof,
  leafHash: Uint8Array
): boolean {
  if (leafIndex >= numLeaves || merkleProof.length !== proofLength(leafIndex, numLeaves)) return false;
  let hash = leafHash;
  for (const [height, sibling] of merkleProof.entries()) {
    hash =
      (leafIndex >> BigInt(height)) & 1n ? merkleNode(decodeHex(sibling), hash) : merkleNode(hash, decodeHex(sibling));
  }
  return encodeHex(hash) === trees[merkleProof.length];
}

/** Verifies proofs of one accumulator; nodes that neighboring proofs share are hashed once. */
export class ProofCheck {
  readonly #elements: ElementAccumulator;
  /** Nodes on and beside the paths of verified leaves. */
  readonly #nodes = new Map<number, Hash256>();

  constructor(elements: ElementAccumulator) {
    this.#elements = elements;
  }

  /** Like the function {@link leadsToRoot}. */
  leadsToRoot({ leafIndex, merkleProof }: LeafProof, leafHash: Uint8Array): boolean {
    const { trees, numLeaves } = this.#elements;
    if (leafIndex >= numLeaves || merkleProof.length !== proofLength(leafIndex, numLeaves)) return false;
    const leaf = Number(leafIndex);
    const path: Hash256[] = [];
    let hash = encodeHex(leafHash) as Hash256;
    for (const [height, sibling] of merkleProof.entries()) {
      const known = this.#nodes.get(nodeKey(height, ancestor(leaf, height)));
      if (known !== undefined) {
        // Verified before, as is everything above it.
        if (known !== hash || !this.#knowsSiblings(leaf, height, merkleProof)) return false;
        this.#keep(leaf, path, merkleProof);
        return true;
      }
      path.push(hash);
      hash = parentHash(leaf, height, hash, sibling);
    }
    if (hash !== trees[merkleProof.length]) return false;
    this.#keep(leaf, path, merkleProof);
    return true;
  }

  #knowsSiblings(leaf: number, from: number, merkleProof: readonly Hash256[]): boolean {
    for (let height = from; height < merkleProof.length; height++) {
      if (this.#nodes.get(nodeKey(height, siblingOf(ancestor(leaf, height)))) !== merkleProof[height]) return false;
    }
    return true;
  }

  #keep(leaf: number, path: readonly Hash256[], merkleProof: readonly Hash256[]): void {
    for (const [height, hash] of path.entries()) {
      const index = ancestor(leaf, height);
      this.#nodes.set(nodeKey(height, index), hash).set(nodeKey(height, siblingOf(index)), merkleProof[height]!);
    }
  }
}

/** Leaves in one step. */
const STEP_LEAVES = 200;

/**
 * The nodes on and beside the paths of changed leaves, each hashed once; undefined if a leaf does not lead to a root of
 * the accumulator. Yields between its steps.
 */
export function* changedNodes(
  updatedLeaves: ReadonlyMap<number, readonly UpdatedLeaf[]>,
  { numLeaves, trees }: ElementAccumulator
): Generator<void, ProofNodes | undefined> {
  const nodes = new Map<number, Hash256>();
  for (const leaves of updatedLeaves.values()) {
    for (const [i, leaf] of leaves.entries()) {
      if (i > 0 && i % STEP_LEAVES === 0) yield;
      if (!addPath(nodes, leaf, numLeaves, trees)) return undefined;
    }
  }
  return nodes;
}

function addPath(
  nodes: Map<number, Hash256>,
  { leafIndex, merkleProof, leafHash }: UpdatedLeaf,
  numLeaves: bigint,
  trees: ElementAccumulator['trees']
): boolean {
  // No check against `numLeaves`: a leaf beyond the last one would belong to a tree that does not exist.
  if (!isValidLeafIndex(leafIndex)) return false;
  if (merkleProof.length !== proofLength(leafIndex, numLeaves)) return false;
  const leaf = Number(leafIndex);
  let hash = leafHash;
  for (const [height, sibling] of merkleProof.entries()) {
    const key = nodeKey(height, ancestor(leaf, height));
    const existing = nodes.get(key);
    // From here on the path is shared with an earlier leaf: a node and its sibling are always set together.
    if (existing !== undefined) return existing === hash;
    nodes.set(key, hash).set(nodeKey(height, siblingOf(ancestor(leaf, height))), sibling);
    hash = parentHash(leaf, height, hash, sibling);
  }
  return hash === trees[merkleProof.length];
}

/**
 * Leaf index and proof of a tracked leaf.
 * @throws {MissingProofError} the leaf is not tracked
 */
export function proofAt(nodes: ProofNodes, numLeaves: bigint, leafIndex: bigint): StateElement {
  const leaf = Number(leafIndex);
  const merkleProof = Array.from({ length: proofLength(leafIndex, numLeaves) }, (_, height) => {
    const node = nodes.get(nodeKey(height, siblingOf(ancestor(leaf, height))));
    if (node === undefined) throw new MissingProofError(leafIndex);
    return node;
  });
  return { leafIndex, merkleProof };
}

/** Leaves in [first, end). */
export interface LeafRange {
  readonly first: bigint;
  readonly end: bigint;
}

/** Tracked leaves whose proofs are advanced over blocks; changes are collected on top of unchanged nodes. */
export class ProofForest {
  readonly #base: ProofNodes;
  /** Undefined marks a removed node. */
  readonly #changed = new Map<number, Hash256 | undefined>();
  readonly #leaves: Set<number>;
  #numLeaves: bigint;

  /** @param leaves indices of the tracked leaves */
  constructor(base: ProofNodes, leaves: Iterable<bigint>, numLeaves: bigint) {
    this.#base = base;
    this.#leaves = new Set(Array.from(leaves, Number));
    this.#numLeaves = numLeaves;
  }

  get numLeaves(): bigint {
    return this.#numLeaves;
  }

  /** Tracks a leaf; its proof must be current. */
  add({ leafIndex, merkleProof }: LeafProof): void {
    const leaf = Number(leafIndex);
    this.#leaves.add(leaf);
    for (const [height, hash] of merkleProof.entries()) {
      const key = nodeKey(height, siblingOf(ancestor(leaf, height)));
      // Already a sibling on another tracked leaf's path, which coincides with this one from here up.
      if (this.#get(key) === hash) return;
      this.#set(key, hash);
    }
  }

  /** Stops tracking a leaf, and removes the nodes that no other tracked leaf needs. */
  remove(leafIndex: bigint): void {
    const leaf = Number(leafIndex);
    if (!this.#leaves.delete(leaf)) return;
    const length = proofLength(leafIndex, this.#numLeaves);
    for (let height = 0; height < length; height++) {
      const index = ancestor(leaf, height);
      this.#remove(nodeKey(height, siblingOf(index)));
      // The path's own node is present exactly if there are tracked leaves below its sibling, which need all nodes
      // above.
      if (this.#has(nodeKey(height, index))) return;
    }
  }

  /**
   * Advances the proofs over a block. Leaves created by the block are added afterwards.
   * @param changed the block's {@link changedNodes}
   * @returns the leaf ranges of trees with tracked leaves that were merged into larger ones
   */
  apply({ treeGrowth, numLeaves }: Pick<ApplyUpdate, 'treeGrowth' | 'numLeaves'>, changed: ProofNodes): LeafRange[] {
    const grown = [...treeGrowth].flatMap(([height, siblings]) => this.#grow(height, siblings) ?? []);
    this.#applyChanged(changed);
    this.#numLeaves = numLeaves;
    return grown;
  }

  /**
   * Rewinds the proofs over a block. Leaves created by it must have been removed.
   * @param changed the block's {@link changedNodes}
   */
  revert({ numLeaves }: Pick<RevertUpdate, 'numLeaves'>, changed: ProofNodes): void {
    this.#shrink(Number(numLeaves), Number(this.#numLeaves));
    this.#applyChanged(changed);
    this.#numLeaves = numLeaves;
  }

  proof(leafIndex: bigint): StateElement {
    return proofAt({ get: (key: number) => this.#get(key) } as ProofNodes, this.#numLeaves, leafIndex);
  }

  /** The resulting nodes, and their changes. */
  finish(): { nodes: ProofNodes; changes: NodeChanges } {
    const set = new Map<number, Hash256>();
    const removed: number[] = [];
    for (const [key, hash] of this.#changed) {
      const before = this.#base.get(key);
      if (hash === before) continue;
      if (hash === undefined) removed.push(key);
      else set.set(key, hash);
    }
    if (set.size === 0 && removed.length === 0) return { nodes: this.#base, changes: { set, removed } };
    if (this.#base.size === 0) return { nodes: set, changes: { set, removed } };
    const nodes = new Map(this.#base);
    for (const key of removed) nodes.delete(key);
    for (const [key, hash] of set) nodes.set(key, hash);
    return { nodes, changes: { set, removed } };
  }

  /** A tree was merged: siblings from its height upward complete the proofs of its leaves. */
  #grow(treeHeight: number, siblings: readonly Hash256[]): LeafRange | undefined {
    const size = 2 ** treeHeight;
    // Trees are ordered by size, so the leaf count without its lower bits precedes this one.
    const first = ancestor(Number(this.#numLeaves), treeHeight + 1) * 2 * size;
    if (!this.#followsTree(treeHeight, first)) return undefined;
    siblings.forEach((hash, i) => {
      const height = treeHeight + i;
      this.#set(nodeKey(height, siblingOf(ancestor(first, height))), hash);
    });
    return { first: BigInt(first), end: BigInt(first + size) };
  }

  #followsTree(height: number, first: number): boolean {
    if (height === 0) return this.#leaves.has(first);
    const index = ancestor(first, height - 1);
    return this.#has(nodeKey(height - 1, index)) || this.#has(nodeKey(height - 1, siblingOf(index)));
  }

  #applyChanged(changed: ProofNodes): void {
    for (const [key, hash] of changed) if (this.#has(key)) this.#set(key, hash);
  }

  /** Removes siblings whose parent does not exist in the smaller accumulator. */
  #shrink(after: number, before: number): void {
    for (let height = 0; 2 ** (height + 1) <= before; height++) {
      const parents = ancestor(before, height + 1);
      for (let parent = ancestor(after, height + 1); parent < parents; parent++) {
        this.#remove(nodeKey(height, 2 * parent));
        this.#remove(nodeKey(height, 2 * parent + 1));
      }
    }
  }

  #get(key: number): Hash256 | undefined {
    return this.#changed.has(key) ? this.#changed.get(key) : this.#base.get(key);
  }

  #has(key: number): boolean {
    return this.#get(key) !== undefined;
  }

  #set(key: number, hash: Hash256): void {
    this.#changed.set(key, hash);
  }

  #remove(key: number): void {
    if (this.#has(key)) this.#changed.set(key, undefined);
  }
}

function parentHash(leaf: number, height: number, hash: Hash256, sibling: Hash256): Hash256 {
  const isRight = ancestor(leaf, height) % 2 === 1;
  const [left, right] = isRight ? [sibling, hash] : [hash, sibling];
  return encodeHex(merkleNode(decodeHex(left), decodeHex(right))) as Hash256;
}
