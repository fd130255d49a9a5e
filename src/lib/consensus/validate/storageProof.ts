import { decodeHex, encodeHex } from '$lib/codec/bytes';
import type { FileContract, StorageProof } from '$lib/chain/element/fileContract';
import { merkleLeaf, merkleNode } from '$lib/chain/merkle';
import { ZERO_HASH, type Hash256 } from '$lib/chain/ids';
import { bitLength, proofRoot } from '$lib/chain/proof/merkleProof';
import type { Network } from '$lib/chain/network/network';
import type { Height } from '$lib/chain/time';

const LEAF_BYTES = 64n;

/** Index of a file's last 64-byte leaf; wraps to 2^64 - 1 for an empty file, which the rules below depend on. */
const lastLeafIndex = (filesize: bigint): bigint =>
  BigInt.asUintN(64, filesize % LEAF_BYTES === 0n ? filesize / LEAF_BYTES - 1n : filesize / LEAF_BYTES);

/**
 * Root above a leaf of an unbalanced file tree: within the leaf's own subtree, the index determines the sides; all
 * siblings above it are on the left.
 */
function unevenRoot(
  leafHash: Uint8Array,
  leafIndex: bigint,
  subtreeHeight: number,
  proof: readonly Hash256[]
): Hash256 {
  let root = proofRoot(leafHash, leafIndex, proof.slice(0, subtreeHeight));
  for (const sibling of proof.slice(subtreeHeight)) root = merkleNode(decodeHex(sibling), root);
  return encodeHex(root) as Hash256;
}

/** The proven leaf as V1 hashes it; the truncation of a partial last leaf changed with two hard forks. */
function v1Leaf(network: Network, height: Height, leafIndex: bigint, filesize: bigint, leaf: Uint8Array): Uint8Array {
  if (height < network.hardforkTax.height || leafIndex !== lastLeafIndex(filesize)) return leaf;
  const rest = Number(filesize % LEAF_BYTES);
  const isWhole = rest === 0 && height >= network.hardforkStorageProof.height;
  if (isWhole) return leaf;
  const padded = new Uint8Array(leaf.length);
  padded.set(leaf.subarray(0, rest));
  return padded;
}

/**
 * Whether a V1 storage proof proves the selected leaf. From the storage proof fork on, an empty file needs no proof.
 * @param height height of the block that contains the proof
 */
export function isV1StorageProofValid(
  network: Network,
  height: Height,
  { filesize, fileMerkleRoot }: FileContract,
  leafIndex: bigint,
  { leaf, proof }: StorageProof
): boolean {
  if (filesize === 0n && height >= network.hardforkStorageProof.height) return true;
  const leafHash = merkleLeaf(v1Leaf(network, height, leafIndex, filesize, leaf));
  const subtreeHeight = bitLength(leafIndex ^ lastLeafIndex(filesize));
  return unevenRoot(leafHash, leafIndex, subtreeHeight, proof) === fileMerkleRoot;
}

/** Root of a V2 storage proof; all zeros if the proof is too short, as for an empty file. */
export function v2StorageProofRoot(
  leaf: Uint8Array,
  leafIndex: bigint,
  filesize: bigint,
  proof: readonly Hash256[]
): Hash256 {
  const subtreeHeight = bitLength(leafIndex ^ lastLeafIndex(filesize));
  if (proof.length < subtreeHeight) return ZERO_HASH;
  return unevenRoot(merkleLeaf(leaf), leafIndex, subtreeHeight, proof);
}
