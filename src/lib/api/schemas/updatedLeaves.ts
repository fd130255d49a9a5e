import {
  coinElementHash,
  elementLeafHash,
  fileContractElementHash,
  fundElementHash,
  v2FileContractElementHash
} from '../../chain/elementHash';
import type { StateElement } from '../../chain/elements';
import type { Hash256 } from '../../chain/ids';
import type { ElementDiffs, UpdatedLeaf } from '../../chain/update';
import { encodeHex } from '../../codec/bytes';
import { CodecError } from '../../codec/errors';

/** Which content a leaf has: after the block, or (when the block is reverted) before it. */
export type LeafContent = 'after' | 'before';
/** Leaves by height of the tree they are in. */
export type LeavesByHeight<Leaf> = ReadonlyMap<number, readonly Leaf[]>;

/**
 * Servers list which leaves a block changed, but not their hashes: each is the hash of the element that the diffs hold
 * at the same leaf index. After the block that is the revised content, marked spent when spent or resolved; before the
 * block the content without revision, unspent.
 * @throws {CodecError} a leaf that no diff explains
 */
export function withLeafHashes(
  leaves: LeavesByHeight<StateElement>,
  diffs: ElementDiffs,
  content: LeafContent
): Map<number, UpdatedLeaf[]> {
  if (leaves.size === 0) return new Map();
  const hashAt = leafHashes(diffs, content);
  return new Map(
    Array.from(leaves, ([height, list]) => [
      height,
      list.map((leaf) => {
        const hash = hashAt.get(leaf.leafIndex);
        if (hash === undefined) throw new CodecError(`leaf ${leaf.leafIndex} is in no diff`, 'updatedLeaves');
        return { ...leaf, leafHash: encodeHex(hash()) as Hash256 };
      })
    ])
  );
}

function leafHashes(diffs: ElementDiffs, content: LeafContent): Map<bigint, () => Uint8Array> {
  const after = content === 'after';
  const hashes = new Map<bigint, () => Uint8Array>();
  const add = ({ leafIndex }: StateElement, spent: boolean, elementHash: () => Uint8Array): void => {
    hashes.set(leafIndex, () => elementLeafHash(elementHash(), leafIndex, after && spent));
  };
  for (const { coinElement: element, spent } of diffs.coinElements) {
    add(element.stateElement, spent, () => coinElementHash(element));
  }
  for (const { fundElement: element, spent } of diffs.fundElements) {
    add(element.stateElement, spent, () => fundElementHash(element));
  }
  for (const { fileContractElement: element, revision, resolved } of diffs.fileContractElements) {
    const fileContract = (after && revision) || element.fileContract;
    add(element.stateElement, resolved, () => fileContractElementHash({ ...element, fileContract }));
  }
  for (const { v2FileContractElement: element, revision, resolution } of diffs.v2FileContractElements) {
    const fileContract = (after && revision) || element.fileContract;
    add(element.stateElement, resolution !== undefined, () => v2FileContractElementHash({ ...element, fileContract }));
  }
  return hashes;
}
