import { decodeHex, encodeHex } from '$lib/codec/bytes';
import type { Hash256 } from '$lib/chain/ids';
import type { ProofNodes } from '$lib/wallet/sync/proofForest';
import type { NodesRow } from './tables';

// A wallet with many outputs has a million nodes; one row each would take many times the space and time. Neighboring
// nodes share a row: all nodes of a small subtree, and above those, adjacent nodes of one height. A block changes few
// rows, and none of them is large. A node's key is its index times 64 plus its height.

const HEIGHTS = 64;
/** Subtrees of this height share a row. */
const SUBTREE_HEIGHT = 12;
/** The height that stands for whole subtrees in a row's number. */
const SUBTREES = HEIGHTS - 1;
/** Nodes of one height that share a row above the subtrees. */
const PLACES = 256;
const HASH_BYTES = 32;
const HASH_DIGITS = 2 * HASH_BYTES;

/** The row that contains a node. */
function bucketOf(key: number): number {
  const height = key % HEIGHTS;
  const place = Math.floor(key / HEIGHTS);
  if (height >= SUBTREE_HEIGHT) return Math.floor(place / PLACES) * HEIGHTS + height;
  return Math.floor(place / 2 ** (SUBTREE_HEIGHT - height)) * HEIGHTS + SUBTREES;
}

/** Every key that belongs in a row. */
function* keysOf(bucket: number): Generator<number> {
  const height = bucket % HEIGHTS;
  const number = Math.floor(bucket / HEIGHTS);
  if (height !== SUBTREES) return yield* placesOf(number * PLACES, PLACES, height);
  for (let low = 0; low < SUBTREE_HEIGHT; low++) {
    const count = 2 ** (SUBTREE_HEIGHT - low);
    yield* placesOf(number * count, count, low);
  }
}

function* placesOf(first: number, count: number, height: number): Generator<number> {
  for (let place = first; place < first + count; place++) yield place * HEIGHTS + height;
}

function packRow(walletId: string, bucket: number, keys: readonly number[], nodes: ProofNodes): NodesRow {
  const hashes = new Uint8Array(keys.length * HASH_BYTES);
  keys.forEach((key, i) => hashes.set(decodeHex(nodes.get(key)!), i * HASH_BYTES));
  return { walletId, bucket, keys, hashes };
}

/** All nodes as rows. */
export function* packNodes(walletId: string, nodes: ProofNodes): Generator<NodesRow> {
  const buckets = Map.groupBy(nodes.keys(), bucketOf);
  for (const [bucket, keys] of buckets) yield packRow(walletId, bucket, keys, nodes);
}

/** The current rows of the changed keys, and the numbers of rows that became empty. */
export function repackNodes(walletId: string, changed: Iterable<number>, nodes: ProofNodes) {
  const rows: NodesRow[] = [];
  const empty: number[] = [];
  for (const bucket of new Set(Array.from(changed, bucketOf))) {
    const keys = [...keysOf(bucket)].filter((key) => nodes.has(key));
    if (keys.length === 0) empty.push(bucket);
    else rows.push(packRow(walletId, bucket, keys, nodes));
  }
  return { rows, empty };
}

/** All nodes of the rows. */
export function unpackNodes(rows: readonly NodesRow[]): Map<number, Hash256> {
  const nodes = new Map<number, Hash256>();
  for (const { keys, hashes } of rows) {
    // Encoding the whole row at once is several times faster than hash by hash.
    const text = encodeHex(hashes);
    keys.forEach((key, i) => nodes.set(key, text.slice(i * HASH_DIGITS, (i + 1) * HASH_DIGITS) as Hash256));
  }
  return nodes;
}
