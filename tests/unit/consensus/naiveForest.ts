import fc from 'fast-check';
import { expect } from 'vitest';
import { advanceProof, rewindProof } from '$lib/chain/proof/advanceProof';
import { UNASSIGNED_LEAF_INDEX, type StateElement } from '$lib/chain/element/elements';
import { merkleLeaf, merkleNode } from '$lib/chain/merkle';
import type { Hash256 } from '$lib/chain/ids';
import type { ElementAccumulator } from '$lib/chain/block/state';
import { encodeHex, encodeU64le } from '$lib/codec/bytes';
import {
  applyLeaves,
  revertLeaves,
  type ForestApplied,
  type TouchedLeaf
} from '$lib/consensus/accumulator/accumulator';
import { NodeStore } from './nodeStore';

const EMPTY: ElementAccumulator = { numLeaves: 0n, trees: [] };

export const hashOf = (content: number): Uint8Array => merkleLeaf(encodeU64le(BigInt(content)));
export const hex = (hash: Uint8Array): Hash256 => encodeHex(hash) as Hash256;

/** The forest by definition: every node of every level computed from all leaves. */
export class NaiveForest {
  readonly #levels: Uint8Array[][];

  constructor(private readonly leaves: readonly number[]) {
    this.#levels = [leaves.map(hashOf)];
    for (let below = this.#levels[0]!; below.length > 1; below = this.#levels.at(-1)!) {
      const pairs = Math.floor(below.length / 2);
      this.#levels.push(Array.from({ length: pairs }, (_, i) => merkleNode(below[2 * i]!, below[2 * i + 1]!)));
    }
  }

  #node(start: number, size: number): Uint8Array {
    return this.#levels[Math.log2(size)]![start / size]!;
  }

  /** Start and size of each tree, largest first. */
  #trees(): [start: number, size: number][] {
    const trees: [number, number][] = [];
    for (let start = 0, bit = 16; bit >= 0; bit--) {
      const size = 2 ** bit;
      if ((this.leaves.length & size) === 0) continue;
      trees.push([start, size]);
      start += size;
    }
    return trees;
  }

  accumulator(): ElementAccumulator {
    const trees: (Hash256 | undefined)[] = [];
    for (const [start, size] of this.#trees()) trees[Math.log2(size)] = hex(this.#node(start, size));
    return { numLeaves: BigInt(this.leaves.length), trees: Array.from(trees) };
  }

  element(leaf: number): StateElement {
    const [, size] = this.#trees().find(([start, size]) => leaf < start + size)!;
    const merkleProof: Hash256[] = [];
    for (let half = 1; half < size; half *= 2) {
      const start = Math.floor(leaf / half) * half;
      const sibling = (start / half) % 2 === 0 ? start + half : start - half;
      merkleProof.push(hex(this.#node(sibling, half)));
    }
    return { leafIndex: BigInt(leaf), merkleProof };
  }

  elements(): StateElement[] {
    return this.leaves.map((_, leaf) => this.element(leaf));
  }
}

interface Block {
  /** Leaves to change, modulo their number. */
  readonly changed: readonly number[];
  readonly added: number;
}

const blocks = fc.array(fc.record({ changed: fc.array(fc.nat(), { maxLength: 6 }), added: fc.nat({ max: 9 }) }), {
  maxLength: 12
});

let content = 0;

/** The leaves after a block; every change gives a leaf content that no leaf had before. */
function changeLeaves(leaves: readonly number[], { changed, added }: Block): { places: number[]; after: number[] } {
  const places = leaves.length === 0 ? [] : [...new Set(changed.map((place) => place % leaves.length))];
  const after = leaves.map((leaf, i) => (places.includes(i) ? ++content : leaf));
  return { places, after: [...after, ...Array.from({ length: added }, () => ++content)] };
}

/** The leaves that a block touches, with their new content. */
const touchedBy = (before: NaiveForest, places: readonly number[], leaves: readonly number[], added: number) => [
  ...places.map((place): TouchedLeaf => ({
    stateElement: before.element(place),
    leafHash: () => hashOf(leaves[place]!)
  })),
  ...Array.from({ length: added }, (): TouchedLeaf => ({
    stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
    leafHash: (index) => hashOf(leaves[Number(index)]!)
  }))
];

/** Any blocks yield the forest of all leaves, advance every proof, and keep every node readable. */
export const growingForest = fc.property(blocks, (sequence) => {
  const nodes = new NodeStore();
  let leaves: number[] = [];
  let accumulator = EMPTY;
  for (const block of sequence) {
    const before = new NaiveForest(leaves);
    const { places, after } = changeLeaves(leaves, block);
    const applied: ForestApplied = applyLeaves(accumulator, touchedBy(before, places, after, block.added));
    const naive = new NaiveForest(after);
    expect(applied.accumulator).toEqual(naive.accumulator());
    expect(before.elements().map((element) => advanceProof(applied, element))).toEqual(
      naive.elements().slice(0, leaves.length)
    );
    expect(applied.stateElements.map(({ leafIndex }) => naive.element(Number(leafIndex)))).toEqual(
      applied.stateElements
    );
    nodes.store(applied.treeNodes);
    for (const element of naive.elements()) {
      expect(nodes.proof(applied.numLeaves, element.leafIndex)).toEqual(element);
    }
    leaves = after;
    accumulator = applied.accumulator;
  }
});

/** Reverting any blocks restores proofs, leaf indexes and stored nodes. */
export const revertedForest = fc.property(blocks, (sequence) => {
  const nodes = new NodeStore();
  const history: { leaves: number[]; places: number[]; added: number }[] = [];
  let leaves: number[] = [];
  let accumulator = EMPTY;
  for (const block of sequence) {
    const { places, after } = changeLeaves(leaves, block);
    const applied = applyLeaves(accumulator, touchedBy(new NaiveForest(leaves), places, after, block.added));
    nodes.store(applied.treeNodes);
    history.push({ leaves, places, added: block.added });
    leaves = after;
    accumulator = applied.accumulator;
  }
  for (const { leaves: before, places, added } of history.toReversed()) {
    const naive = new NaiveForest(before);
    const touched = touchedBy(naive, places, [...before, ...Array<number>(added).fill(0)], added);
    const reverted = revertLeaves(naive.accumulator(), touched);
    expect(new NaiveForest(leaves).elements().flatMap((element) => rewindProof(reverted, element) ?? [])).toEqual(
      naive.elements()
    );
    nodes.store(reverted.treeNodes);
    for (const element of naive.elements()) {
      expect(nodes.proof(reverted.numLeaves, element.leafIndex)).toEqual(element);
    }
    leaves = before;
  }
});
