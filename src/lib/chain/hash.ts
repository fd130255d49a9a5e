import { blake2b } from '@noble/hashes/blake2.js';
import { encodeHex, encodeUtf8 } from '$lib/codec/bytes';
import { withEncoded, type Writer } from '$lib/codec/layout';
import type { Hash256 } from './ids';

/** BLAKE2b-256 of a message: 32 bytes. */
export type Blake2b256 = (message: Uint8Array) => Uint8Array;

let implementation: Blake2b256 = (message) => blake2b(message, { dkLen: 32 });

/** Installs a faster implementation of the same function; once, at startup (docs/decisions/0006). */
export function installBlake2b(faster: Blake2b256): void {
  implementation = faster;
}

/** BLAKE2b-256, no key: the hash of this chain. 32 bytes. */
export const blake2b256: Blake2b256 = (message) => implementation(message);

/** BLAKE2b-256 of the bytes written by the callback, 32 bytes. Avoids allocating the preimage. */
export const hashEncoded = (write: (w: Writer) => void): Uint8Array => withEncoded(write, blake2b256);

/** BLAKE2b-256 as lower-case hexadecimal text, typed as an id. */
export const hashHex = <T extends string = Hash256>(message: Uint8Array): T => encodeHex(blake2b256(message)) as T;

// Part of the protocol’s hash preimages, not a service prefix: the same on every server.
const DOMAIN_PREFIX = 'sia/';

/** The bytes `sia/<name>|` that start the preimage of a domain-separated hash. */
export const distinguisher = (name: string): Uint8Array<ArrayBuffer> => encodeUtf8(`${DOMAIN_PREFIX}${name}|`);

/** Domain-separated hash: H(domain ‖ parts), the domain being a {@link distinguisher}. */
export const taggedHash = <T extends string = Hash256>(domain: Uint8Array, ...parts: Uint8Array[]): T =>
  encodeHex(
    hashEncoded((w) => {
      w.bytes(domain);
      for (const part of parts) w.bytes(part);
    })
  ) as T;

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

/** Merkle node hash H(01 ‖ left ‖ right) of two 32-byte hashes. */
export const merkleNode = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  hashEncoded((w) => {
    w.u8(NODE_PREFIX);
    w.bytes(left);
    w.bytes(right);
  });

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
  return root ?? new Uint8Array(32);
}
