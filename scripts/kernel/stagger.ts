import type { Kernel } from './blake2b.ts';
import { operandsOf } from './graph.ts';
import type { Node } from './graph.ts';

/** Steps from one half round to the next, and how far the second and third of its mixings lag behind the others. */
const HALF_ROUND = 15;
const LAG = 6;
/** Operations of a mixing that adds two message words; shorter ones end together with it. */
const LONGEST = 14;

/**
 * What runs for every nonce, in an order in which two mixings of half a round are half a mixing behind the other two, so
 * that they do not all want the same execution ports at once (5 % faster than side by side in WebAssembly).
 */
export function stagger(kernel: Kernel): Node[] {
  const perNonce = new Set(kernel.perNonce);
  const due = new Map<Node, number>();
  kernel.mixings.forEach((nodes, i) => {
    const mixing = nodes.filter((node) => perNonce.has(node));
    // Odd half rounds begin with the mixing that the others wait for least.
    const place = (i % 4) + (Math.floor(i / 4) % 2);
    const start = HALF_ROUND * Math.floor(i / 4) + (place === 1 || place === 2 ? LAG : 0) + LONGEST - mixing.length;
    mixing.forEach((node, k) => due.set(node, start + k));
  });

  // The nonce comes before all mixings, the digest's word after them.
  const dueOf = (node: Node) => due.get(node) ?? (node.op === 'input' ? -1 : Infinity);
  const waiting = kernel.perNonce.toSorted((a, b) => (dueOf(a) < dueOf(b) ? -1 : Number(dueOf(a) > dueOf(b))));
  const done = new Set<Node>();
  const isReady = (node: Node) => operandsOf(node).every((part) => !perNonce.has(part) || done.has(part));
  while (waiting.length > 0) {
    const [next] = waiting.splice(waiting.findIndex(isReady), 1);
    if (next !== undefined) done.add(next);
  }
  return [...done];
}
