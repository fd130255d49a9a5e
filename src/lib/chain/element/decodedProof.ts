import { decodeHex } from '$lib/codec/bytes';
import { list, type Layout } from '$lib/codec/layout';
import { hash256, type Hash256 } from '../ids';
import { attachment } from '../memoize';

// Caches what decoding a multiproof computes, so that verifying the individual proofs does not recompute it.

const HASH_BYTES = 32;

/** The hashes of a proof as bytes. */
interface ProofBytes {
  /**
   * Those of all proofs of a block, 32 bytes each. One array of each hash would be nine times as long, and most of a
   * decoded block.
   */
  readonly hashes: Uint8Array;
  /** Offset of each hash of the proof, from the leaf upward. */
  readonly offsets: readonly number[];
}

const bytesOf = attachment<readonly Hash256[], ProofBytes>();
const rootOf = attachment<object, Hash256>();

/** Remembers the hashes of a proof as bytes. */
export const rememberProofBytes = (proof: readonly Hash256[], bytes: ProofBytes): void => bytesOf.set(proof, bytes);

/** The proof's hash at a height as 32 bytes, which must not be modified. */
export function proofBytesAt(proof: readonly Hash256[], height: number): Uint8Array {
  const bytes = bytesOf.get(proof);
  if (bytes === undefined) return decodeHex(proof[height]!);
  const offset = bytes.offsets[height]!;
  return bytes.hashes.subarray(offset, offset + HASH_BYTES);
}

/** Remembers the root that an element's proof leads to if the element is unspent. */
export const rememberUnspentRoot = (element: object, root: Hash256): void => rootOf.set(element, root);

/** The remembered root; undefined if the element was not decoded with a multiproof, or is a copy. */
export const unspentRootOf = (element: object): Hash256 | undefined => rootOf.get(element);

const hashList = list(hash256);

/** u64 count, then the hashes from the leaf upward. */
export const merkleProof: Layout<Hash256[]> = {
  write(w, proof: readonly Hash256[]) {
    const bytes = bytesOf.get(proof);
    if (bytes === undefined) return hashList.write(w, proof);
    const { hashes, offsets } = bytes;
    w.count(offsets.length);
    for (const offset of offsets) w.bytesOf(hashes, offset, HASH_BYTES);
  },
  read: hashList.read
};
