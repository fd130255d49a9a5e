import { HEADER_BYTES, NONCE_OFFSET } from '$lib/chain/block/block';
import { Graph, operandsOf, reachable } from './graph.ts';
import type { Node } from './graph.ts';

/** Initial state, RFC 7693 section 2.6. */
export const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n
];

/** Message schedule, RFC 7693 section 2.7; rounds 10 and 11 repeat rounds 0 and 1. */
export const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0]
];
export const ROUNDS = 12;

/** The state words used by the eight mixings of a round: four columns, then four diagonals. */
export const MIXINGS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14]
] as const;

/** Parameter block of an unkeyed 32-byte digest: fanout 1, depth 1, length 32. */
export const PARAMETERS = 0x01010020n;
const HEADER_WORDS = HEADER_BYTES / 8;
/** Index of the nonce among the header's 64-bit words. */
export const NONCE_WORD = NONCE_OFFSET / 8;

/** A search kernel: what the host computes once per header, and what runs for every nonce. */
export interface Kernel {
  readonly graph: Graph;
  /** First word of the digest, little-endian: its low half holds the digest's first four bytes. */
  readonly result: Node;
  /** The values passed by the host, in the order of the parameter list. */
  readonly folded: readonly Node[];
  /** All nodes that depend on the nonce, in evaluation order. */
  readonly perNonce: readonly Node[];
  /** The operations of each mixing, four mixings per half round; some do not depend on the nonce. */
  readonly mixings: readonly (readonly Node[])[];
}

/** BLAKE2b-256 of an 80-byte header, reduced to the first digest word. Message words 10 to 15 are zero. */
export function searchKernel(): Kernel {
  const graph = new Graph();
  const message = Array.from({ length: 16 }, (_, i) => {
    if (i >= HEADER_WORDS) return graph.constant(0n);
    return graph.input(`m${i}`, i === NONCE_WORD ? 'nonce' : 'header');
  });
  const initial = IV.map((word, i) => graph.constant(i === 0 ? word ^ PARAMETERS : word));
  const v: Node[] = [...initial, ...IV.map((word) => graph.constant(word))];
  const at = (words: Node[], i: number): Node => {
    const word = words[i];
    if (word === undefined) throw new Error(`no word ${i}`);
    return word;
  };
  v[12] = graph.xor(at(v, 12), graph.constant(BigInt(HEADER_BYTES)));
  v[14] = graph.xor(at(v, 14), graph.constant(0xffffffffffffffffn));

  // Interleaves four mixings operation by operation: they are independent, and a processor overlaps adjacent
  // instructions.
  const mixings: Node[][] = [];
  const mixFour = (four: readonly (typeof MIXINGS)[number][], words: Node[]) => {
    const made = four.map((): Node[] => []);
    mixings.push(...made);
    const each = (operate: (mixing: (typeof MIXINGS)[number], i: number) => void) =>
      four.forEach((mixing, i) => {
        const before = graph.nodes.length;
        operate(mixing, i);
        made[i]?.push(...graph.nodes.slice(before));
      });
    [
      [32, 24],
      [16, 63]
    ].forEach(([turnD = 0, turnB = 0], half) => {
      each(([a, b], i) => (v[a] = graph.add(at(v, a), at(words, 2 * i + half), at(v, b))));
      each(([a, , , d]) => (v[d] = graph.xor(at(v, d), at(v, a))));
      each(([, , , d]) => (v[d] = graph.rotateRight(at(v, d), turnD)));
      each(([, , c, d]) => (v[c] = graph.add(at(v, c), at(v, d))));
      each(([, b, c]) => (v[b] = graph.xor(at(v, b), at(v, c))));
      each(([, b]) => (v[b] = graph.rotateRight(at(v, b), turnB)));
    });
  };
  for (let round = 0; round < ROUNDS; round++) {
    const words = (SIGMA[round % SIGMA.length] ?? []).map((i) => at(message, i));
    mixFour(MIXINGS.slice(0, 4), words.slice(0, 8));
    mixFour(MIXINGS.slice(4), words.slice(8));
  }
  const result = graph.xor(graph.xor(at(v, 0), at(v, 8)), at(initial, 0));

  const perNonce = reachable(graph, result).filter((node) => node.stage === 'nonce');
  const read = new Set(perNonce.flatMap(operandsOf));
  const folded = graph.nodes.filter((node) => node.stage === 'header' && read.has(node));
  return { graph, result, folded, perNonce, mixings };
}
