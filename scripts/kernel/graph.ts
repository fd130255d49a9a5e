/**
 * A graph of 64-bit operations that evaluates as much as possible while it is built.
 *
 * Every node has the earliest stage at which its value is known: when the kernel is generated, once a header is chosen,
 * or only with the nonce. Operations on build-time values are folded here; those on header values are left to the host,
 * which computes them once per header; only nonce-stage nodes become kernel code.
 */
export type Stage = 'build' | 'header' | 'nonce';

interface NodeBase {
  /** Position in creation order, which is also a valid evaluation order. */
  readonly id: number;
  readonly stage: Stage;
}
export type Constant = NodeBase & { readonly op: 'constant'; readonly value: bigint };
export type Input = NodeBase & { readonly op: 'input'; readonly name: string };
export type Binary = NodeBase & { readonly op: 'add' | 'xor'; readonly left: Node; readonly right: Node };
export type Rotation = NodeBase & { readonly op: 'rotateRight'; readonly of: Node; readonly by: number };
export type Node = Constant | Input | Binary | Rotation;

const STAGES: readonly Stage[] = ['build', 'header', 'nonce'];
const rank = (node: Node) => STAGES.indexOf(node.stage);
const u64 = (value: bigint) => BigInt.asUintN(64, value);

/** `value` rotated right by `by` bits, of 64. */
export const rotateRight64 = (value: bigint, by: number): bigint =>
  u64((value >> BigInt(by)) | (value << BigInt(64 - by)));

/** The nodes an operation reads. */
export function operandsOf(node: Node): Node[] {
  switch (node.op) {
    case 'constant':
    case 'input':
      return [];
    case 'add':
    case 'xor':
      return [node.left, node.right];
    case 'rotateRight':
      return [node.of];
  }
}

export class Graph {
  readonly nodes: Node[] = [];

  constant(value: bigint): Constant {
    return this.#keep({ op: 'constant', stage: 'build', id: this.nodes.length, value: u64(value) });
  }

  input(name: string, stage: 'header' | 'nonce'): Input {
    return this.#keep({ op: 'input', stage, id: this.nodes.length, name });
  }

  /**
   * The sum modulo 2^64. Terms known early are added first, so that they fold; otherwise the given order is kept, so
   * that a caller can put the term available last at the end, off the critical path.
   */
  add(...terms: Node[]): Node {
    return [...terms].sort((a, b) => rank(a) - rank(b)).reduce((left, right) => this.#add(left, right));
  }

  xor(left: Node, right: Node): Node {
    if (left.op === 'constant' && right.op === 'constant') return this.constant(left.value ^ right.value);
    if (isZero(left)) return right;
    if (isZero(right)) return left;
    return this.#binary('xor', left, right);
  }

  rotateRight(of: Node, by: number): Node {
    if (of.op === 'constant') return this.constant(rotateRight64(of.value, by));
    return this.#keep({ op: 'rotateRight', stage: of.stage, id: this.nodes.length, of, by });
  }

  #add(left: Node, right: Node): Node {
    if (left.op === 'constant' && right.op === 'constant') return this.constant(left.value + right.value);
    if (isZero(left)) return right;
    if (isZero(right)) return left;
    return this.#binary('add', left, right);
  }

  #binary(op: 'add' | 'xor', left: Node, right: Node): Node {
    const stage = rank(left) > rank(right) ? left.stage : right.stage;
    return this.#keep({ op, stage, id: this.nodes.length, left, right });
  }

  #keep<T extends Node>(node: T): T {
    this.nodes.push(node);
    return node;
  }
}

const isZero = (node: Node) => node.op === 'constant' && node.value === 0n;

/** The nodes that `result` depends on, in creation order. */
export function reachable(graph: Graph, result: Node): Node[] {
  const live = new Set<Node>([result]);
  for (const node of graph.nodes.toReversed()) if (live.has(node)) operandsOf(node).forEach((part) => live.add(part));
  return graph.nodes.filter((node) => live.has(node));
}

/** The value of `result` for given inputs: the graph's reference semantics, against which generated code is tested. */
export function evaluate(graph: Graph, result: Node, inputs: ReadonlyMap<string, bigint>): bigint {
  const values = new Map<Node, bigint>();
  const valueOf = (node: Node) => {
    const value = values.get(node);
    if (value === undefined) throw new Error(`node ${node.id} is used before it is computed`);
    return value;
  };
  for (const node of reachable(graph, result)) {
    switch (node.op) {
      case 'constant':
        values.set(node, node.value);
        break;
      case 'input': {
        const value = inputs.get(node.name);
        if (value === undefined) throw new Error(`no value for ${node.name}`);
        values.set(node, value);
        break;
      }
      case 'add':
        values.set(node, u64(valueOf(node.left) + valueOf(node.right)));
        break;
      case 'xor':
        values.set(node, valueOf(node.left) ^ valueOf(node.right));
        break;
      case 'rotateRight':
        values.set(node, rotateRight64(valueOf(node.of), node.by));
    }
  }
  return valueOf(result);
}
