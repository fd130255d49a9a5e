import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { merkleNode } from '../merkle';
import type { Hash256 } from '../ids';

/** Number of bits of the value; 0 for 0. */
export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** Height of the node at which the paths of two leaves meet; 0 for the same leaf. */
export const mergeHeight = (a: bigint, b: bigint): number => bitLength(a ^ b);

/** Height of the tree that contains a leaf among `numLeaves`, which is the length of its proof. */
export const proofLength = (leafIndex: bigint, numLeaves: bigint): number => mergeHeight(leafIndex, numLeaves) - 1;

/** Merkle root from a leaf hash and its siblings, bottom up; bit k of the index is the side at height k. 32 bytes. */
export function proofRoot(leafHash: Uint8Array, leafIndex: bigint, proof: readonly Hash256[]): Uint8Array {
  let node = leafHash;
  let path = leafIndex;
  for (const sibling of proof) {
    const hash = decodeHex(sibling);
    node = (path & 1n) === 0n ? merkleNode(node, hash) : merkleNode(hash, node);
    path >>= 1n;
  }
  return node;
}

/** {@link proofRoot} of a hexadecimal leaf hash, as hexadecimal text. */
export const proofRootHex = (leafHash: Hash256, leafIndex: bigint, proof: readonly Hash256[]): Hash256 =>
  encodeHex(proofRoot(decodeHex(leafHash), leafIndex, proof)) as Hash256;
