import { decodeHex, encodeHex } from '$lib/codec/bytes';
import type { StateElement } from '$lib/chain/element/elements';
import { merkleNode } from '$lib/chain/hash';
import type { Hash256 } from '$lib/chain/ids';
import { proofLength } from '$lib/chain/proof/merkleProof';
import type { ElementAccumulator } from '$lib/chain/block/state';
import type { ApplyUpdate, RevertUpdate, UpdatedLeaf } from '$lib/chain/proof/update';
import { MissingProofError } from '../errors';

/**
 * Nodes of the accumulator that the proofs of a wallet's outputs are made of, each kept once, by {@link nodeKey}:
 * exactly the siblings along the paths of the followed leaves. A block changes few of them, however many outputs there
 * are, while whole proofs would all change with every block.
 */
export type ProofNodes = ReadonlyMap<number, Hash256>;

/** What a step changed among the nodes. */
export interface NodeChanges {
  readonly set: ReadonlyMap<number, Hash256>;
  readonly removed: readonly number[];
}

// Six bits for the height leave 47 for the place: a hundred trillion leaves.
const HEIGHTS = 64;
const MAX_LEAVES = 1n << 47n;

/** A node's key, a safe integer: the count of nodes left of it at its height, and the height. */
const nodeKey = (height: number, place: number): number => place * HEIGHTS + height;

/** Place of a leaf's ancestor. Bit operators would cut to 32 bits. */
const ancestor = (leaf: number, height: number): number => Math.floor(leaf / 2 ** height);
const siblingOf = (place: number): number => (place % 2 === 0 ? place + 1 : place - 1);

/** Whether a place in the accumulator is one that can be followed. */
export const isPlace = (leafIndex: bigint): boolean => leafIndex >= 0n && leafIndex < MAX_LEAVES;

/** A {@link StateElement} to read. */
interface Place {
  readonly leafIndex: bigint;
  readonly merkleProof: readonly Hash256[];
}

/** Whether a leaf and its proof lead to a root of the accumulator. */
export function leadsToRoot(
  { trees, numLeaves }: ElementAccumulator,
  { leafIndex, merkleProof }: Place,
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

/**
 * The nodes on and beside the paths of changed leaves, each hashed once; undefined when a leaf does not lead to a root of
 * the accumulator.
 */
export function changedNodes(
  updatedLeaves: ReadonlyMap<number, readonly UpdatedLeaf[]>,
  { numLeaves, trees }: ElementAccumulator
): ProofNodes | undefined {
  const nodes = new Map<number, Hash256>();
  for (const leaves of updatedLeaves.values()) {
    for (const leaf of leaves) if (!addPath(nodes, leaf, numLeaves, trees)) return undefined;
  }
  return nodes;
}

function addPath(
  nodes: Map<number, Hash256>,
  { leafIndex, merkleProof, leafHash }: UpdatedLeaf,
  numLeaves: bigint,
  trees: ElementAccumulator['trees']
): boolean {
  if (!isPlace(leafIndex) || leafIndex >= numLeaves) return false;
  if (merkleProof.length !== proofLength(leafIndex, numLeaves)) return false;
  const leaf = Number(leafIndex);
  let hash = leafHash;
  for (const [height, sibling] of merkleProof.entries()) {
    const key = nodeKey(height, ancestor(leaf, height));
    const known = nodes.get(key);
    // From here on the path is that of a leaf before.
    if (known !== undefined) return known === hash;
    const siblingKey = nodeKey(height, siblingOf(ancestor(leaf, height)));
    if ((nodes.get(siblingKey) ?? sibling) !== sibling) return false;
    nodes.set(key, hash).set(siblingKey, sibling);
    hash = parentHash(leaf, height, hash, sibling);
  }
  return hash === trees[merkleProof.length];
}

/**
 * The place and proof of a followed leaf.
 * @throws {MissingProofError} it is not followed
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

/** Leaves from `first` on, up to and without `end`. */
export interface LeafRange {
  readonly first: bigint;
  readonly end: bigint;
}

/** Followed leaves being carried over blocks: changes are collected on top of nodes that stay as they are. */
export class ProofForest {
  readonly #base: ProofNodes;
  /** Undefined marks a removed node. */
  readonly #changed = new Map<number, Hash256 | undefined>();
  readonly #leaves: Set<number>;
  #numLeaves: bigint;

  /** @param leaves places of the followed leaves */
  constructor(base: ProofNodes, leaves: Iterable<bigint>, numLeaves: bigint) {
    this.#base = base;
    this.#leaves = new Set(Array.from(leaves, Number));
    this.#numLeaves = numLeaves;
  }

  get numLeaves(): bigint {
    return this.#numLeaves;
  }

  /** Follows a leaf from now on; its proof must be that of the present. */
  follow({ leafIndex, merkleProof }: Place): void {
    const leaf = Number(leafIndex);
    this.#leaves.add(leaf);
    merkleProof.forEach((hash, height) => this.#set(nodeKey(height, siblingOf(ancestor(leaf, height))), hash));
  }

  /** Follows a leaf no more, and forgets the nodes no other followed leaf needs. */
  unfollow(leafIndex: bigint): void {
    const leaf = Number(leafIndex);
    if (!this.#leaves.delete(leaf)) return;
    const length = proofLength(leafIndex, this.#numLeaves);
    for (let height = 0; height < length; height++) {
      const place = ancestor(leaf, height);
      this.#remove(nodeKey(height, siblingOf(place)));
      // The path's own node is kept exactly for leaves below its sibling; those need everything further up.
      if (this.#has(nodeKey(height, place))) return;
    }
  }

  /**
   * Carries the proofs over a block. Leaves the block created are followed afterwards.
   * @param changed the block's {@link changedNodes}
   * @returns the trees with followed leaves that grew into larger ones
   */
  apply({ treeGrowth, numLeaves }: Pick<ApplyUpdate, 'treeGrowth' | 'numLeaves'>, changed: ProofNodes): LeafRange[] {
    const grown = [...treeGrowth].flatMap(([height, siblings]) => this.#grow(height, siblings) ?? []);
    this.#takeOver(changed);
    this.#numLeaves = numLeaves;
    return grown;
  }

  /**
   * Takes the proofs back over a block. Leaves it created must no longer be followed.
   * @param changed the block's {@link changedNodes}
   */
  revert({ numLeaves }: Pick<RevertUpdate, 'numLeaves'>, changed: ProofNodes): void {
    this.#shrink(Number(numLeaves), Number(this.#numLeaves));
    this.#takeOver(changed);
    this.#numLeaves = numLeaves;
  }

  proof(leafIndex: bigint): StateElement {
    return proofAt({ get: (key: number) => this.#get(key) } as ProofNodes, this.#numLeaves, leafIndex);
  }

  /** The nodes now, and how they differ from those it began with. */
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
    const nodes = new Map(this.#base);
    for (const key of removed) nodes.delete(key);
    for (const [key, hash] of set) nodes.set(key, hash);
    return { nodes, changes: { set, removed } };
  }

  /** An old tree got siblings from its own height upward: they complete the proofs of all its leaves. */
  #grow(treeHeight: number, siblings: readonly Hash256[]): LeafRange | undefined {
    const size = 2 ** treeHeight;
    // Trees stand in order of size, so what is left of this one is the count without its lower bits.
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
    const place = ancestor(first, height - 1);
    return this.#has(nodeKey(height - 1, place)) || this.#has(nodeKey(height - 1, siblingOf(place)));
  }

  #takeOver(changed: ProofNodes): void {
    for (const [key, hash] of changed) if (this.#has(key)) this.#set(key, hash);
  }

  /** Forgets siblings whose parent the smaller accumulator does not have. */
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
