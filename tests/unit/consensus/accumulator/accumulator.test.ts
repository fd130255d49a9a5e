import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsLeaf } from '$lib/consensus/accumulator/accumulator';
import { growingForest, hashOf, hex, NaiveForest, revertedForest } from '../naiveForest';

describe('any sequence of blocks', () => {
  test('gives the forest of all leaves, carries every proof, and keeps every node readable', () =>
    fc.assert(growingForest));

  test('is undone by reverting: proofs, places and stored nodes are what they were', () => fc.assert(revertedForest));
});

test('a leaf is contained with its own proof, place and content only', () => {
  const leaves = [1, 2, 3, 4, 5, 6, 7];
  const forest = new NaiveForest(leaves);
  const accumulator = forest.accumulator();
  forest.elements().forEach((element, i) => {
    expect(containsLeaf(accumulator, element, hashOf(leaves[i]!))).toBe(true);
    expect(containsLeaf(accumulator, element, hashOf(99))).toBe(false);
    expect(
      containsLeaf(
        accumulator,
        { ...element, merkleProof: [...element.merkleProof, hex(hashOf(9))] },
        hashOf(leaves[i]!)
      )
    ).toBe(false);
  });
  const first = forest.element(0);
  expect(containsLeaf(accumulator, { ...first, leafIndex: 1n }, hashOf(1))).toBe(false);
  expect(containsLeaf(accumulator, { ...first, merkleProof: first.merkleProof.slice(1) }, hashOf(1))).toBe(false);
});
