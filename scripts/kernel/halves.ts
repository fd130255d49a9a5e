import type { Kernel } from './blake2b.ts';
import { operandsOf } from './graph.ts';
import type { Node } from './graph.ts';

export type Part = 'low' | 'high';

/** An operation on 32-bit words. */
export type HalfOp =
  | { readonly op: 'sum'; readonly terms: readonly Half[] }
  /** 1 if the 32-bit `sum` overflowed, i.e. is smaller than its `term`; otherwise 0. */
  | { readonly op: 'carry'; readonly sum: Half; readonly term: Half }
  | { readonly op: 'xor'; readonly left: Half; readonly right: Half }
  /** `(right >> by) | (left << (32 - by))`. */
  | { readonly op: 'funnel'; readonly left: Half; readonly right: Half; readonly by: number };

export type Half =
  | { readonly at: 'literal'; readonly value: number }
  | { readonly at: 'nonce'; readonly part: Part }
  | { readonly at: 'folded'; readonly index: number; readonly part: Part }
  | { readonly at: 'step'; readonly index: number };

/** The kernel as a straight-line program of 32-bit operations; steps refer to earlier ones by index. */
export interface HalfProgram {
  readonly steps: readonly HalfOp[];
  /** Low half of the first digest word. */
  readonly result: Half;
}

const other = (part: Part): Part => (part === 'low' ? 'high' : 'low');

/** The halves that half `part` of `node` is computed from, as [node, part] pairs. */
function sources(node: Node, part: Part): [Node, Part][] {
  switch (node.op) {
    case 'constant':
    case 'input':
      return [];
    case 'xor':
      return [
        [node.left, part],
        [node.right, part]
      ];
    case 'add': {
      const parts: Part[] = part === 'low' ? ['low'] : ['low', 'high'];
      return parts.flatMap((p): [Node, Part][] => [
        [node.left, p],
        [node.right, p]
      ]);
    }
    case 'rotateRight':
      if (node.by === 32) return [[node.of, other(part)]];
      return [
        [node.of, 'low'],
        [node.of, 'high']
      ];
  }
}

/**
 * Splits the kernel's nodes into 32-bit halves and keeps only those needed for the result's low half. The high half of
 * a sum of three is a single sum with the carries last: some hardware has three-input adds.
 */
export function splitHalves(kernel: Kernel): HalfProgram {
  const key = (node: Node, part: Part) => `${node.id} ${part}`;
  const needed = new Set([key(kernel.result, 'low')]);
  for (const node of kernel.perNonce.toReversed()) {
    // High first: a sum's high half also needs its low half.
    for (const part of ['high', 'low'] as const) {
      if (needed.has(key(node, part))) sources(node, part).forEach(([of, p]) => needed.add(key(of, p)));
    }
  }

  const readers = new Map<Node, Node[]>();
  for (const node of kernel.perNonce) {
    for (const part of operandsOf(node)) readers.set(part, [...(readers.get(part) ?? []), node]);
  }
  const isPartOfSum = (node: Node) => readers.get(node)?.length === 1 && readers.get(node)?.[0]?.op === 'add';
  /** High halves of partial sums that are not added up yet. */
  const open = new Map<Node, { words: Half[]; carries: Half[] }>();

  const steps: HalfOp[] = [];
  const halves = new Map<string, Half>();
  const emit = (op: HalfOp): Half => ({ at: 'step', index: steps.push(op) - 1 });
  const half = (node: Node, part: Part): Half => {
    if (node.op === 'constant') {
      return { at: 'literal', value: Number(BigInt.asUintN(32, part === 'low' ? node.value : node.value >> 32n)) };
    }
    if (node.stage === 'header') return { at: 'folded', index: kernel.folded.indexOf(node), part };
    const made = halves.get(key(node, part));
    if (made === undefined) throw new Error(`the ${part} half of node ${node.id} is used before it is made`);
    return made;
  };

  for (const node of kernel.perNonce) {
    for (const part of ['low', 'high'] as const) {
      const lowered = needed.has(key(node, part)) ? lower(node, part) : undefined;
      if (lowered !== undefined) halves.set(key(node, part), lowered);
    }
  }
  return { steps, result: half(kernel.result, 'low') };

  function lower(node: Node, part: Part): Half | undefined {
    switch (node.op) {
      case 'constant':
        return half(node, part);
      case 'input':
        return { at: 'nonce', part };
      case 'xor':
        return emit({ op: 'xor', left: half(node.left, part), right: half(node.right, part) });
      case 'add': {
        if (part === 'low') return emit({ op: 'sum', terms: [half(node.left, 'low'), half(node.right, 'low')] });
        // Either term determines the carry; using the available one saves a parameter read.
        const term = node.left.stage === 'header' ? node.right : node.left;
        const carry = emit({ op: 'carry', sum: half(node, 'low'), term: half(term, 'low') });
        const parts = [node.left, node.right].map((of) => open.get(of) ?? { words: [half(of, 'high')], carries: [] });
        const sum = {
          words: parts.flatMap(({ words }) => words),
          carries: [...parts.flatMap((of) => of.carries), carry]
        };
        if (!isPartOfSum(node)) return emit({ op: 'sum', terms: [...sum.words, ...sum.carries] });
        open.set(node, sum);
        return undefined;
      }
      case 'rotateRight': {
        if (node.by === 32) return half(node.of, other(part));
        const by = node.by % 32;
        // Rotating by 32 or more swaps the halves first.
        const swapped = node.by > 32 ? other(part) : part;
        return emit({ op: 'funnel', left: half(node.of, other(swapped)), right: half(node.of, swapped), by });
      }
    }
  }
}

/** Operations per hash, as counted on a GPU without carry flags or three-input adds. */
export function countOperations(program: HalfProgram): {
  add: number;
  carry: number;
  xor: number;
  funnel: number;
  total: number;
} {
  const count = { add: 0, carry: 0, xor: 0, funnel: 0 };
  for (const step of program.steps) {
    if (step.op === 'sum') count.add += step.terms.length - 1;
    else count[step.op] += 1;
  }
  return { ...count, total: count.add + count.carry + count.xor + count.funnel };
}
