import { encodeHex } from '$lib/codec/bytes';
import { UNASSIGNED_LEAF_INDEX, type StateElement } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import { proofLength, proofRoot } from '$lib/chain/proof/merkleProof';
import type { ElementAccumulator } from '$lib/chain/block/state';
import type { ApplyUpdate, RevertUpdate, UpdatedLeaf } from '$lib/chain/proof/update';
import { Forest, leafNumber, parentOf, siblingOf, type TreeNode } from './forest';

/** Whether the accumulator contains the leaf, by the element's proof. */
export function containsLeaf(
  accumulator: ElementAccumulator,
  { leafIndex, merkleProof }: StateElement,
  leafHash: Uint8Array
): boolean {
  const root = accumulator.trees[merkleProof.length];
  return root !== undefined && encodeHex(proofRoot(leafHash, leafIndex, merkleProof)) === root;
}

/** An element that a block created or changed, and its leaf hash at a leaf index. */
export interface TouchedLeaf {
  /** As in the block; `UNASSIGNED_LEAF_INDEX` marks a new element. */
  readonly stateElement: StateElement;
  readonly leafHash: (leafIndex: bigint) => Uint8Array;
}

/**
 * Changes to the accumulator. Proofs are computed lazily: they are the most expensive part, and a node that stores the
 * forest does not need them.
 */
export interface ForestApplied extends Pick<
  ApplyUpdate,
  'updatedLeaves' | 'treeGrowth' | 'oldNumLeaves' | 'numLeaves'
> {
  readonly accumulator: ElementAccumulator;
  /** Leaf index of each touched leaf, in the given order. */
  readonly leafIndices: readonly bigint[];
  /** The touched leaves with their proofs, in the same order. */
  readonly stateElements: readonly StateElement[];
  /** Every tree node whose hash changed, for a node that stores the forest. */
  readonly treeNodes: readonly TreeNode[];
}

const isNew = ({ stateElement }: TouchedLeaf): boolean => stateElement.leafIndex === UNASSIGNED_LEAF_INDEX;

/** The leaves by height of their tree among `numLeaves`, sorted by index. */
function byTree(leaves: readonly UpdatedLeaf[], numLeaves: bigint): Map<number, UpdatedLeaf[]> {
  const sorted = leaves.toSorted((a, b) => (a.leafIndex < b.leafIndex ? -1 : 1));
  return Map.groupBy(sorted, ({ leafIndex }) => proofLength(leafIndex, numLeaves));
}

/** A touched leaf at its place in the forest, and its new hash. */
interface PlacedLeaf extends TouchedLeaf {
  readonly leafIndex: bigint;
  readonly leaf: number;
  readonly hash: Uint8Array;
}

/**
 * A class, because V8 keeps the getters of an object literal, and with them all that they refer to, until the next full
 * garbage collection: in a sync, that was three quarters of what survived the short ones.
 */
class AppliedLeaves implements ForestApplied {
  readonly accumulator: ElementAccumulator;
  readonly leafIndices: readonly bigint[];
  readonly oldNumLeaves: bigint;
  readonly numLeaves: bigint;
  readonly #before: ElementAccumulator;
  readonly #forest: Forest;
  readonly #leaves: readonly PlacedLeaf[];
  readonly #proofs = new Map<number, Hash256[]>();

  /** @param forest with the leaves applied */
  constructor(before: ElementAccumulator, forest: Forest, leaves: readonly PlacedLeaf[]) {
    this.accumulator = forest.accumulator();
    this.leafIndices = leaves.map(({ leafIndex }) => leafIndex);
    this.oldNumLeaves = before.numLeaves;
    this.numLeaves = this.accumulator.numLeaves;
    this.#before = before;
    this.#forest = forest;
    this.#leaves = leaves;
  }

  get treeNodes(): readonly TreeNode[] {
    return this.#forest.changedNodes();
  }

  get stateElements(): readonly StateElement[] {
    return this.#leaves.map(({ leaf, leafIndex }) => ({ leafIndex, merkleProof: this.#proofOf(leaf) }));
  }

  get updatedLeaves(): Map<number, UpdatedLeaf[]> {
    const updated = this.#leaves
      .filter((leaf) => !isNew(leaf))
      .map(({ leaf, leafIndex, hash }) => ({
        leafIndex,
        merkleProof: this.#proofOf(leaf),
        leafHash: encodeHex(hash) as Hash256
      }));
    return byTree(updated, this.oldNumLeaves);
  }

  get treeGrowth(): Map<number, Hash256[]> {
    return treeGrowth(this.#before, this.#forest);
  }

  #proofOf(leaf: number): Hash256[] {
    let proof = this.#proofs.get(leaf);
    if (proof === undefined) this.#proofs.set(leaf, (proof = this.#forest.proof(leaf)));
    return proof;
  }
}

/**
 * Changes existing leaves, then appends the new ones in the given order. The proofs of existing leaves must be valid;
 * they are not checked.
 */
export function applyLeaves(accumulator: ElementAccumulator, touched: readonly TouchedLeaf[]): ForestApplied {
  const forest = new Forest(accumulator);
  let nextLeafIndex = accumulator.numLeaves;
  const placed = touched.map((leaf): PlacedLeaf => {
    const leafIndex = isNew(leaf) ? nextLeafIndex++ : leaf.stateElement.leafIndex;
    return { ...leaf, leafIndex, leaf: leafNumber(leafIndex), hash: leaf.leafHash(leafIndex) };
  });
  const existing = placed.filter((leaf) => !isNew(leaf));
  for (const { leaf, stateElement } of existing) forest.reveal(leaf, stateElement.merkleProof);
  forest.replaceLeaves(existing);
  for (const { hash } of placed.filter(isNew)) forest.append(hash);
  return new AppliedLeaves(accumulator, forest, placed);
}

/** For each old tree, by height: the siblings its root acquired. Trees that did not grow are omitted. */
function treeGrowth({ numLeaves, trees }: ElementAccumulator, forest: Forest): Map<number, Hash256[]> {
  const growth = new Map<number, Hash256[]>();
  trees.forEach((root, height) => {
    if (root === undefined) return;
    // The tree of height h starts after the leaves of all larger trees.
    const index = Number((numLeaves >> BigInt(height + 1)) << 1n);
    const siblings = forest.pathAbove(height, index);
    if (siblings.length > 0) growth.set(height, siblings);
  });
  return growth;
}

/**
 * Changes to the accumulator when a block is reverted, and each touched leaf's former index and proof, in the given
 * order.
 */
export interface ForestReverted extends Pick<RevertUpdate, 'updatedLeaves' | 'numLeaves'> {
  readonly stateElements: readonly StateElement[];
  /** Every tree node whose hash is restored. Nodes of leaves from `numLeaves` on are invalid. */
  readonly treeNodes: readonly TreeNode[];
}

/**
 * Reverts {@link applyLeaves}: restores the previous hashes of existing leaves and removes the new ones.
 * @param accumulator the accumulator before the block, for which the proofs of the touched leaves are valid
 */
export function revertLeaves(accumulator: ElementAccumulator, touched: readonly TouchedLeaf[]): ForestReverted {
  const forest = new Forest(accumulator);
  const { numLeaves } = accumulator;
  const existing = touched
    .filter((leaf) => !isNew(leaf))
    .map(({ stateElement, leafHash }) => ({
      leaf: leafNumber(stateElement.leafIndex),
      hash: leafHash(stateElement.leafIndex),
      stateElement
    }));
  for (const { leaf, stateElement } of existing) forest.reveal(leaf, stateElement.merkleProof);
  forest.replaceLeaves(existing);

  let nextLeafIndex = numLeaves;
  return {
    stateElements: touched.map((leaf) =>
      isNew(leaf) ? { leafIndex: nextLeafIndex++, merkleProof: [] } : leaf.stateElement
    ),
    treeNodes: forest.changedNodes(),
    updatedLeaves: byTree(
      existing.map(({ stateElement, hash }) => ({ ...stateElement, leafHash: encodeHex(hash) as Hash256 })),
      numLeaves
    ),
    numLeaves
  };
}

/**
 * Proof of a leaf from stored tree nodes.
 * @param hashOf looks up a node by height and index; the nodes that a block changes are in
 * {@link ForestApplied.treeNodes}
 */
export function proofFromNodes(
  numLeaves: bigint,
  leafIndex: bigint,
  hashOf: (height: number, index: number) => Hash256
): StateElement {
  const merkleProof: Hash256[] = [];
  const length = proofLength(leafIndex, numLeaves);
  let index = leafNumber(leafIndex);
  for (let height = 0; height < length; height++, index = parentOf(index)) {
    merkleProof.push(hashOf(height, siblingOf(index)));
  }
  return { leafIndex, merkleProof };
}
