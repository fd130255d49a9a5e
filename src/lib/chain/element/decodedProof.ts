import { decodeHex } from '$lib/codec/bytes';
import { list, type Layout } from '$lib/codec/layout';
import { hash256, type Hash256 } from '../ids';
import { attachment } from '../memoize';

// Caches what decoding a multiproof computes, so that verifying the individual proofs does not recompute it.

const bytesOf = attachment<readonly Hash256[], readonly Uint8Array[]>();
const rootOf = attachment<object, Hash256>();

/** Remembers the hashes of a proof as bytes, 32 each. */
export const rememberProofBytes = (proof: readonly Hash256[], bytes: readonly Uint8Array[]): void =>
  bytesOf.set(proof, bytes);

/** The proof's hash at a height as 32 bytes, which must not be modified. */
export const proofBytesAt = (proof: readonly Hash256[], height: number): Uint8Array =>
  bytesOf.get(proof)?.[height] ?? decodeHex(proof[height]!);

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
    w.count(bytes.length);
    for (const hash of bytes) w.bytes(hash);
  },
  read: hashList.read
};
