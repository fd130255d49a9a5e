import { encodeHex } from '$lib/codec/bytes';
import { UNASSIGNED_LEAF_INDEX, type StateElement } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import { proofLength, proofRoot } from '$lib/chain/proof/merkleProof';
import type { ElementAccumulator } from '$lib/chain/block/state';
import type { ApplyUpdate, RevertUpdate, UpdatedLeaf } from '$lib/chain/proof/update';
import { Forest, leafNumber, parentOf, siblingOf, type TreeNode } from './forest';

/** Whether the leaf is in the accumulator, by the element's proof. */
export function containsLeaf(
  accumulator: ElementAccumulator,
  { leafIndex, merkleProof }: StateElement,
  leafHash: Uint8Array
): boolean {
  const root = accumulator.trees[merkleProof.length];
  return root !== undefined && encodeHex(proofRoot(leafHash, leafIndex, merkleProof)) === root;
}

/** One element a block touched, and the hash of its leaf in the place it has or is given. */
export interface TouchedLeaf {
  /** As the block shows it; the unassigned index marks a new element. */
  readonly stateElement: StateElement;
  readonly leafHash: (leafIndex: bigint) => Uint8Array;
}

/**
 * What happened to the accumulator. Proofs are built when they are asked for: they cost more than all the rest, and a
 * node that stores the forest needs none.
 */
export interface ForestApplied extends Pick<
  ApplyUpdate,
  'updatedLeaves' | 'treeGrowth' | 'oldNumLeaves' | 'numLeaves'
> {
  readonly accumulator: ElementAccumulator;
  /** Where each touched leaf is now, in the order given. */
  readonly leafIndices: readonly bigint[];
  /** The same with proofs. */
  readonly stateElements: readonly StateElement[];
  /** Every tree node whose hash this block set: what a node that stores the forest has to write. */
  readonly treeNodes: readonly TreeNode[];
}

const isNew = ({ stateElement }: TouchedLeaf): boolean => stateElement.leafIndex === UNASSIGNED_LEAF_INDEX;

/** The leaves in order of their place, by height of the tree that held them among `numLeaves`. */
function byTree(leaves: readonly UpdatedLeaf[], numLeaves: bigint): Map<number, UpdatedLeaf[]> {
  const sorted = leaves.toSorted((a, b) => (a.leafIndex < b.leafIndex ? -1 : 1));
  return Map.groupBy(sorted, ({ leafIndex }) => proofLength(leafIndex, numLeaves));
}

/**
 * Changes the leaves that exist, then appends the new ones in the order given.
 * The existing ones must be in the accumulator by their proofs; nothing is checked here.
 */
export function applyLeaves(accumulator: ElementAccumulator, touched: readonly TouchedLeaf[]): ForestApplied {
  const forest = new Forest(accumulator);
  const oldNumLeaves = accumulator.numLeaves;
  let next = oldNumLeaves;
  const placed = touched.map((leaf) => {
    const leafIndex = isNew(leaf) ? next++ : leaf.stateElement.leafIndex;
    return { ...leaf, leafIndex, leaf: leafNumber(leafIndex), hash: leaf.leafHash(leafIndex) };
  });

  const existing = placed.filter((leaf) => !isNew(leaf));
  for (const { leaf, stateElement } of existing) forest.reveal(leaf, stateElement.merkleProof);
  forest.replaceLeaves(existing);
  for (const { hash } of placed.filter(isNew)) forest.append(hash);
  const proofs = new Map<number, Hash256[]>();
  const proofOf = (leaf: number): Hash256[] => {
    let proof = proofs.get(leaf);
    if (proof === undefined) proofs.set(leaf, (proof = forest.proof(leaf)));
    return proof;
  };

  return {
    accumulator: forest.accumulator(),
    leafIndices: placed.map(({ leafIndex }) => leafIndex),
    oldNumLeaves,
    numLeaves: next,
    get treeNodes() {
      return forest.changedNodes();
    },
    get stateElements() {
      return placed.map(({ leaf, leafIndex }) => ({ leafIndex, merkleProof: proofOf(leaf) }));
    },
    get updatedLeaves() {
      const updated = existing.map(({ leaf, leafIndex, hash }) => ({
        leafIndex,
        merkleProof: proofOf(leaf),
        leafHash: encodeHex(hash) as Hash256
      }));
      return byTree(updated, oldNumLeaves);
    },
    get treeGrowth() {
      return treeGrowth(accumulator, forest);
    }
  };
}

/** By height of an old tree: the siblings its root acquired. Trees that did not grow are left out. */
function treeGrowth({ numLeaves, trees }: ElementAccumulator, forest: Forest): Map<number, Hash256[]> {
  const growth = new Map<number, Hash256[]>();
  trees.forEach((root, height) => {
    if (root === undefined) return;
    // The tree of height h starts where the bits of all larger trees end.
    const index = Number((numLeaves >> BigInt(height + 1)) << 1n);
    const siblings = forest.pathAbove(height, index);
    if (siblings.length > 0) growth.set(height, siblings);
  });
  return growth;
}

/** What undoing a block does to the accumulator, and where each touched leaf was, in the order given. */
export interface ForestReverted extends Pick<RevertUpdate, 'updatedLeaves' | 'numLeaves'> {
  readonly stateElements: readonly StateElement[];
  /** Every tree node that gets its old hash back. Nodes of leaves from `numLeaves` on are void. */
  readonly treeNodes: readonly TreeNode[];
}

/**
 * Undoes {@link applyLeaves}: the leaves that existed get their old hashes back, the others lose their place.
 * @param accumulator as it was before the block, which the proofs of the touched leaves are valid for
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

  let next = numLeaves;
  return {
    stateElements: touched.map((leaf) => (isNew(leaf) ? { leafIndex: next++, merkleProof: [] } : leaf.stateElement)),
    treeNodes: forest.changedNodes(),
    updatedLeaves: byTree(
      existing.map(({ stateElement, hash }) => ({ ...stateElement, leafHash: encodeHex(hash) as Hash256 })),
      numLeaves
    ),
    numLeaves
  };
}

/**
 * Proof of a leaf read from stored tree nodes.
 * @param hashOf hash of the node `index` of a height; the nodes a block sets are in {@link ForestApplied.treeNodes}
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
