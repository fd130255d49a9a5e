import { blake2b256, merkleLeaf, merkleNode } from '$lib/chain/hash';
import type { FileContractId, Hash256 } from '$lib/chain/ids';
import { concatBytes, decodeHex, encodeHex, encodeUtf8 } from '$lib/codec/bytes';

/** What a storage proof shows of a sector: one of its 65,536 pieces. */
export const SEGMENT_BYTES = 64;
/** Halvings from a sector of 4 MiB down to one segment. */
const SECTOR_TREE_HEIGHT = 16;

/**
 * The 64 bytes that a simulated sector repeats 65,536 times. Renters of the simulation store nothing else, so a sector
 * is known by what it belongs to, takes 64 bytes to keep, and has a Merkle root that 17 hashes find.
 */
export function sectorSegment(contract: FileContractId, position: number): Uint8Array {
  const half = (part: string) =>
    blake2b256(concatBytes(encodeUtf8(`sector ${part} ${position} `), decodeHex(contract)));
  return concatBytes(half('a'), half('b'));
}

/** The Merkle root of the whole sector, as for any sector of 4 MiB. */
export function sectorRoot(segment: Uint8Array): Hash256 {
  let node = merkleLeaf(segment);
  for (let height = 0; height < SECTOR_TREE_HEIGHT; height++) node = merkleNode(node, node);
  return encodeHex(node) as Hash256;
}
