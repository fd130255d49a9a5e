import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsLeaf } from '$lib/consensus/accumulator/accumulator';
import { growingForest, hashOf, hex, NaiveForest, revertedForest } from '../naiveForest';

describe('any sequence of blocks', () => {
  test('builds the forest of all leaves, advances every proof, and stores every node', () => fc.assert(growingForest));

  test('is reverted completely: proofs, leaf indexes and stored nodes are restored', () => fc.assert(revertedForest));
});

test('a leaf is contained only with its own proof, index and content', () => {
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
