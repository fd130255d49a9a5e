import type { StateElement } from '../element/elements';
import type { Hash256 } from '../ids';
import { mergeHeight, proofLength, proofRootHex } from './merkleProof';
import type { ApplyUpdate, RevertUpdate, UpdatedLeaf } from './update';

type UpdatedLeaves = ReadonlyMap<number, readonly UpdatedLeaf[]>;

/**
 * The updated leaf whose path meets the element's path lowest: its proof contains every changed hash above that point.
 */
function closestLeaf(leaves: readonly UpdatedLeaf[], leafIndex: bigint): UpdatedLeaf | undefined {
  let closest: UpdatedLeaf | undefined;
  let lowest = Infinity;
  for (const leaf of leaves) {
    const height = mergeHeight(leaf.leafIndex, leafIndex);
    if (height < lowest) {
      lowest = height;
      closest = leaf;
    }
  }
  return closest;
}

/** The proof with changed siblings replaced; its length is unchanged. */
function refreshProof(leafIndex: bigint, proof: readonly Hash256[], updatedLeaves: UpdatedLeaves): Hash256[] {
  const closest = closestLeaf(updatedLeaves.get(proof.length) ?? [], leafIndex);
  if (closest === undefined) return [...proof];
  // The listed proofs already have the length they have after the block.
  const listed = closest.merkleProof.slice(0, proof.length);
  const height = mergeHeight(closest.leafIndex, leafIndex);
  if (height === 0) return listed;
  const sibling = proofRootHex(closest.leafHash, closest.leafIndex, closest.merkleProof.slice(0, height - 1));
  return [...proof.slice(0, height - 1), sibling, ...listed.slice(height)];
}

/**
 * The element's proof after a block was applied. Elements created by the block are returned unchanged, since the
 * update's diffs contain their proof.
 */
export function advanceProof(
  update: Pick<ApplyUpdate, 'updatedLeaves' | 'treeGrowth' | 'oldNumLeaves'>,
  element: StateElement
): StateElement {
  const { leafIndex, merkleProof } = element;
  if (leafIndex >= update.oldNumLeaves) return element;
  const refreshed = refreshProof(leafIndex, merkleProof, update.updatedLeaves);
  return { leafIndex, merkleProof: [...refreshed, ...(update.treeGrowth.get(merkleProof.length) ?? [])] };
}

/** The element's proof after a block was reverted; undefined if the block created the element. */
export function rewindProof(
  update: Pick<RevertUpdate, 'updatedLeaves' | 'numLeaves'>,
  element: StateElement
): StateElement | undefined {
  const { leafIndex, merkleProof } = element;
  if (leafIndex >= update.numLeaves) return undefined;
  const shorter = merkleProof.slice(0, proofLength(leafIndex, update.numLeaves));
  return { leafIndex, merkleProof: refreshProof(leafIndex, shorter, update.updatedLeaves) };
}
