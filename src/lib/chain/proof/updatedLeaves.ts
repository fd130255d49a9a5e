import { encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import {
  coinLeafHash,
  fileContractDiffLeafHash,
  fileContractLeafHash,
  fundLeafHash,
  v2FileContractDiffLeafHash,
  v2FileContractLeafHash
} from './elementLeaf';
import type { StateElement } from '../element/elements';
import type { Hash256 } from '../ids';
import type { ElementDiffs, UpdatedLeaf } from './update';

/** Whether leaf hashes are those after the block (applied) or before it (reverted). */
export type Direction = 'applied' | 'reverted';

type LeafHashes = ReadonlyMap<bigint, () => Uint8Array>;

/** Leaf hash of every diff by leaf index, computed lazily. */
function leafHashes(diffs: ElementDiffs, direction: Direction): LeafHashes {
  const after = direction === 'applied';
  return new Map<bigint, () => Uint8Array>([
    ...diffs.coinElements.map(
      ({ coinElement, spent }) =>
        [coinElement.stateElement.leafIndex, () => coinLeafHash(coinElement, after && spent)] as const
    ),
    ...diffs.fundElements.map(
      ({ fundElement, spent }) =>
        [fundElement.stateElement.leafIndex, () => fundLeafHash(fundElement, after && spent)] as const
    ),
    ...diffs.fileContractElements.map(
      (diff) =>
        [
          diff.fileContractElement.stateElement.leafIndex,
          () => (after ? fileContractDiffLeafHash(diff) : fileContractLeafHash(diff.fileContractElement, false))
        ] as const
    ),
    ...diffs.v2FileContractElements.map(
      (diff) =>
        [
          diff.v2FileContractElement.stateElement.leafIndex,
          () => (after ? v2FileContractDiffLeafHash(diff) : v2FileContractLeafHash(diff.v2FileContractElement, false))
        ] as const
    )
  ]);
}

/**
 * Completes the updated leaves that servers send: computes the leaf hashes, which their JSON lacks, from the diffs.
 * @throws {CodecError} a listed leaf without a diff
 */
export function completeUpdatedLeaves(
  diffs: ElementDiffs,
  listed: ReadonlyMap<number, readonly StateElement[]>,
  direction: Direction
): Map<number, UpdatedLeaf[]> {
  const hashes = leafHashes(diffs, direction);
  const complete = ({ leafIndex, merkleProof }: StateElement): UpdatedLeaf => {
    const leafHash = hashes.get(leafIndex)?.();
    if (leafHash === undefined) throw new CodecError(`updated leaf ${leafIndex} belongs to no element of the update`);
    return { leafIndex, merkleProof, leafHash: encodeHex(leafHash) as Hash256 };
  };
  return new Map([...listed].map(([height, leaves]) => [height, leaves.map(complete)]));
}
