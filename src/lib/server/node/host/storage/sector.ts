import { blake2b256 } from '$lib/chain/hash';
import { merkleLeaf, merkleNode } from '$lib/chain/merkle';
import type { FileContractId, Hash256 } from '$lib/chain/ids';
import { concatBytes, decodeHex, encodeHex, encodeUtf8 } from '$lib/codec/bytes';

/** Bytes of a Merkle tree leaf; a storage proof reveals one of a sector's 65,536. */
export const SEGMENT_BYTES = 64;
/** Height of the Merkle tree over a 4 MiB sector. */
const SECTOR_TREE_HEIGHT = 16;

/**
 * The 64 bytes that a simulated sector repeats 65,536 times. A sector is therefore determined by its contract and
 * position, takes 64 bytes to store, and its Merkle root costs 17 hashes.
 */
export function sectorSegment(contract: FileContractId, position: number): Uint8Array {
  const half = (part: string) =>
    blake2b256(concatBytes(encodeUtf8(`sector ${part} ${position} `), decodeHex(contract)));
  return concatBytes(half('a'), half('b'));
}

/** Merkle root of the sector, as for any 4 MiB of data. */
export function sectorRoot(segment: Uint8Array): Hash256 {
  let node = merkleLeaf(segment);
  for (let height = 0; height < SECTOR_TREE_HEIGHT; height++) node = merkleNode(node, node);
  return encodeHex(node) as Hash256;
}
