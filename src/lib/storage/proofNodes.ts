import { decodeHex, encodeHex } from '$lib/codec/bytes';
import type { Hash256 } from '$lib/chain/ids';
import type { ProofNodes } from '$lib/wallet/proofForest';
import type { NodesRow } from './rows';

// A wallet of many outputs has a million nodes, and a row each would take many times the room and time. Neighbours share
// a row: nodes of one height whose places differ in their last bits. The key's low part is the height.

const HEIGHTS = 64;
const PLACES = 256;
const HASH_BYTES = 32;

/** The row a node is kept in. */
const bucketOf = (key: number): number => Math.floor(key / (HEIGHTS * PLACES)) * HEIGHTS + (key % HEIGHTS);

/** Every key that would be kept in a row. */
function* keysOf(bucket: number): Generator<number> {
  const first = Math.floor(bucket / HEIGHTS) * PLACES * HEIGHTS + (bucket % HEIGHTS);
  for (let place = 0; place < PLACES; place++) yield first + place * HEIGHTS;
}

/** The rows that hold any of the keys. */
export const bucketsOf = (keys: Iterable<number>): Set<number> => new Set(Array.from(keys, bucketOf));

/** A row as it is to be stored; undefined when it is empty. */
export function packNodes(walletId: string, bucket: number, nodes: ProofNodes): NodesRow | undefined {
  const keys: number[] = [];
  for (const key of keysOf(bucket)) if (nodes.has(key)) keys.push(key);
  if (keys.length === 0) return undefined;
  const hashes = new Uint8Array(keys.length * HASH_BYTES);
  keys.forEach((key, i) => hashes.set(decodeHex(nodes.get(key)!), i * HASH_BYTES));
  return { walletId, bucket, keys, hashes };
}

/** All nodes of the rows. */
export function unpackNodes(rows: readonly NodesRow[]): Map<number, Hash256> {
  const nodes = new Map<number, Hash256>();
  for (const { keys, hashes } of rows) {
    keys.forEach((key, i) => {
      nodes.set(key, encodeHex(hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)) as Hash256);
    });
  }
  return nodes;
}
