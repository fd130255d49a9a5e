import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { merkleNode } from '../hash';
import type { Hash256 } from '../ids';

/** Bits needed to write the number; 0 for 0. */
export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** Height of the node under which the paths of two leaves meet; 0 when they are the same leaf. */
export const mergeHeight = (a: bigint, b: bigint): number => bitLength(a ^ b);

/** Height of the tree that holds a leaf among `numLeaves`, which is the length of its proof. */
export const proofLength = (leafIndex: bigint, numLeaves: bigint): number => mergeHeight(leafIndex, numLeaves) - 1;

/** Root over a leaf hash and its siblings from the bottom up; bit k of the index tells the side at height k. 32 bytes. */
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
