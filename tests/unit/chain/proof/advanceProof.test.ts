import { describe, expect, test } from 'vitest';
import { advanceProof, rewindProof } from '$lib/chain/proof/advanceProof';
import { bitLength, mergeHeight, proofLength } from '$lib/chain/proof/merkleProof';
import { completeUpdatedLeaves } from '$lib/chain/proof/updatedLeaves';
import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type Hash256 } from '$lib/chain/ids';
import type { ElementDiffs } from '$lib/chain/proof/update';

const sibling = 'ab'.repeat(32) as Hash256;

test('bits, merge heights and proof lengths, including beyond 2^53', () => {
  expect([0n, 1n, 2n, 255n, UNASSIGNED_LEAF_INDEX].map(bitLength)).toEqual([0, 1, 2, 8, 64]);
  expect(mergeHeight(5n, 5n)).toBe(0);
  expect(mergeHeight(4n, 5n)).toBe(1);
  expect(mergeHeight(0n, 1n << 60n)).toBe(61);
  expect([0n, 3n, 4n, 5n, 6n].map((leaf) => proofLength(leaf, 7n))).toEqual([2, 2, 1, 1, 0]);
});

describe('a proof in an untouched tree', () => {
  const element = { leafIndex: 6n, merkleProof: [] };

  test('only grows with its tree', () => {
    const update = { updatedLeaves: new Map(), treeGrowth: new Map([[0, [sibling]]]), oldNumLeaves: 7n };
    expect(advanceProof(update, element)).toEqual({ leafIndex: 6n, merkleProof: [sibling] });
    const elsewhere = { ...update, treeGrowth: new Map([[1, [sibling]]]) };
    expect(advanceProof(elsewhere, element)).toEqual(element);
  });

  test('is that of the diff if the block created the element', () => {
    const update = { updatedLeaves: new Map(), treeGrowth: new Map([[0, [sibling]]]), oldNumLeaves: 6n };
    expect(advanceProof(update, element)).toBe(element);
  });

  test('is shortened when the block is reverted, and gone with the element', () => {
    const grown = { leafIndex: 6n, merkleProof: [sibling] };
    expect(rewindProof({ updatedLeaves: new Map(), numLeaves: 7n }, grown)).toEqual(element);
    expect(rewindProof({ updatedLeaves: new Map(), numLeaves: 6n }, grown)).toBeUndefined();
  });
});

test('a listed leaf without a diff is malformed', () => {
  const diffs: ElementDiffs = {
    coinElements: [],
    fundElements: [],
    fileContractElements: [],
    v2FileContractElements: [],
    attestationElements: [],
    chainIndexElement: {
      stateElement: { leafIndex: 0n, merkleProof: [] },
      id: ZERO_BLOCK_ID,
      chainIndex: { height: 0n, id: ZERO_BLOCK_ID }
    }
  };
  const listed = new Map([[1, [{ leafIndex: 3n, merkleProof: [sibling] }]]]);
  expect(() => completeUpdatedLeaves(diffs, listed, 'applied')).toThrow(
    expect.objectContaining({ code: 'codec/malformed' })
  );
});
