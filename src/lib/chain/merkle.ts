import type { Writer } from '$lib/codec/layout';
import { blake2b256 } from './hash';
import { hashEncoded } from './taggedHash';

const HASH_BYTES = 32;
const LEAF_PREFIX = 0x00; // RFC 6962 2.1
const NODE_PREFIX = 0x01; // RFC 6962 2.1

/** Merkle leaf hash H(00 ‖ data). 32 bytes. */
export const merkleLeaf = (data: Uint8Array): Uint8Array => merkleLeafEncoded((w) => w.bytes(data));

/** Merkle leaf hash H(00 ‖ bytes written by the callback). 32 bytes. */
export const merkleLeafEncoded = (write: (w: Writer) => void): Uint8Array =>
  hashEncoded((w) => {
    w.u8(LEAF_PREFIX);
    write(w);
  });

// Most hashes of a block are node hashes. Reusing one message buffer is cheaper than going through the writer.
const nodeMessage = new Uint8Array(1 + 2 * HASH_BYTES);
nodeMessage[0] = NODE_PREFIX;

/** Merkle node hash H(01 ‖ left ‖ right) of two 32-byte hashes. */
export function merkleNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  nodeMessage.set(left, 1);
  nodeMessage.set(right, 1 + HASH_BYTES);
  return blake2b256(nodeMessage);
}

/**
 * Merkle root over leaf hashes, in order. One tree per set bit of the leaf count; trees of equal height merge with the
 * older on the left; finally the smaller trees are folded into the larger ones. No leaves: 32 zero bytes.
 */
export function merkleRoot(leafHashes: Iterable<Uint8Array>): Uint8Array {
  const trees: (Uint8Array | undefined)[] = [];
  for (const leaf of leafHashes) {
    let node = leaf;
    let height = 0;
    for (let older = trees[height]; older !== undefined; older = trees[height]) {
      node = merkleNode(older, node);
      trees[height] = undefined;
      height++;
    }
    trees[height] = node;
  }
  let root: Uint8Array | undefined;
  for (const tree of trees) if (tree !== undefined) root = root === undefined ? tree : merkleNode(tree, root);
  return root ?? new Uint8Array(HASH_BYTES);
}
