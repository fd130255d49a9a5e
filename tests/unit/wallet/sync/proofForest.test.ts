import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeJson } from '$lib/api/schemas/codec';
import { applyUpdate, revertUpdate } from '$lib/api/schemas/updates';
import { runAtOnce } from '$lib/async/stepQueue';
import type { Hash256 } from '$lib/chain/ids';
import type { ApplyUpdate, UpdatedLeaf } from '$lib/chain/proof/update';
import { decodeHex } from '$lib/codec/bytes';
import type { JsonValue } from '$lib/codec/json';
import { changedNodes, isValidLeafIndex, leadsToRoot, ProofCheck, ProofForest } from '$lib/wallet/sync/proofForest';
import { elementOf, ScriptedChain, type StateRow, type Tracked } from '../../consensus/scriptedChain';
import { decodeState, loadVectors, type BlockRow } from '../../consensus/vectors';

interface Step {
  readonly block: BlockRow;
  readonly state: StateRow;
  readonly tracked: readonly Tracked[];
  readonly update: JsonValue;
}
const nodesChanged = (...args: Parameters<typeof changedNodes>) => runAtOnce(changedNodes(...args));
const { blocks } = new ScriptedChain();
const reorg = loadVectors<{ start: { tracked: readonly Tracked[] }; reverted: Step[]; applied: Step[] }>(
  'accumulator-reorg'
);

const numLeavesOf = (row: StateRow): bigint => decodeState(row.hex).elements.numLeaves;

/** Tracks the elements of the row that are new, as a wallet does with outputs created in a block. */
function followNew(forest: ProofForest, followed: Set<bigint>, tracked: readonly Tracked[]): void {
  for (const row of tracked) {
    const element = elementOf(row);
    if (followed.has(element.leafIndex)) continue;
    followed.add(element.leafIndex);
    forest.add(element);
  }
}

const apply = (forest: ProofForest, update: ApplyUpdate, state: StateRow) =>
  forest.apply(update, nodesChanged(update.updatedLeaves, decodeState(state.hex).elements)!);

const proofsIn = (forest: ProofForest, tracked: readonly Tracked[]) =>
  tracked.map((row) => forest.proof(BigInt(row.leafIndex)));

test('proofs of every tracked element after every block equal those of the server', () => {
  let forest = new ProofForest(new Map(), [], 0n);
  const followed = new Set<bigint>();
  let compared = 0;
  for (const { update, tracked, state } of blocks) {
    apply(forest, decodeJson(applyUpdate, update), state);
    followNew(forest, followed, tracked);
    expect(proofsIn(forest, tracked)).toEqual(tracked.map(elementOf));
    compared += tracked.length;
    forest = new ProofForest(forest.finish().nodes, followed, forest.numLeaves);
    expect(proofsIn(forest, tracked)).toEqual(tracked.map(elementOf));
  }
  expect(compared).toBeGreaterThan(1000);
});

describe('a reorganization', () => {
  const followed = new Set<bigint>();
  const forest = new ProofForest(new Map(), [], numLeavesOf(blocks.at(-1)!.state));
  followNew(forest, followed, reorg.start.tracked);

  test.each(reorg.reverted.map((step) => [step.block.id, step] as const))('reverts %s', (_, step) => {
    const update = decodeJson(revertUpdate, step.update);
    for (const leafIndex of followed) {
      if (leafIndex < update.numLeaves) continue;
      followed.delete(leafIndex);
      forest.remove(leafIndex);
    }
    forest.revert(update, nodesChanged(update.updatedLeaves, decodeState(step.state.hex).elements)!);
    expect(followed.size).toBe(step.tracked.length);
    expect(proofsIn(forest, step.tracked)).toEqual(step.tracked.map(elementOf));
  });

  test.each(reorg.applied.map((step) => [step.block.id, step] as const))('applies %s', (_, step) => {
    apply(forest, decodeJson(applyUpdate, step.update), step.state);
    followNew(forest, followed, step.tracked);
    expect(proofsIn(forest, step.tracked)).toEqual(step.tracked.map(elementOf));
  });
});

describe('the nodes are exactly those needed by tracked leaves', () => {
  const last = blocks.at(-1)!;
  const all = last.tracked;
  const numLeaves = numLeavesOf(last.state);
  const nodesOf = (rows: readonly Tracked[]) => {
    const forest = new ProofForest(new Map(), [], numLeaves);
    for (const row of rows) forest.add(elementOf(row));
    return forest;
  };

  test('for any order of tracking and untracking', () => {
    fc.assert(
      fc.property(fc.subarray([...all]), fc.func(fc.boolean()), (chosen, isKept) => {
        const kept = chosen.filter((row) => isKept(row.id));
        const forest = nodesOf(chosen);
        for (const row of chosen) if (!kept.includes(row)) forest.remove(BigInt(row.leafIndex));
        expect(forest.finish().nodes).toEqual(nodesOf(kept).finish().nodes);
      })
    );
  });

  test('no nodes remain when nothing is tracked', () => {
    const forest = nodesOf(all);
    expect(forest.finish().changes.set.size).toBeGreaterThan(all.length);
    for (const row of all) forest.remove(BigInt(row.leafIndex));
    expect(forest.finish().nodes).toEqual(new Map());
    expect(() => forest.proof(BigInt(all[0]!.leafIndex))).toThrow(
      expect.objectContaining({ code: 'wallet/missing-proof' })
    );
  });
});

test('continuing from stored nodes changes few of them per block', () => {
  const followed = new Set<bigint>();
  let nodes: ReadonlyMap<number, Hash256> = new Map();
  let numLeaves = 0n;
  for (const { update: json, tracked, state } of blocks) {
    const update: ApplyUpdate = decodeJson(applyUpdate, json);
    const forest = new ProofForest(nodes, followed, numLeaves);
    apply(forest, update, state);
    followNew(forest, followed, tracked);
    const finished = forest.finish();
    for (const [key, hash] of finished.changes.set) expect(nodes.get(key)).not.toBe(hash);
    nodes = finished.nodes;
    numLeaves = forest.numLeaves;
  }
  const proofHashes = blocks.at(-1)!.tracked.reduce((sum, row) => sum + (row.merkleProof?.length ?? 0), 0);
  expect(nodes.size).toBeLessThan(proofHashes);
});

describe('a proof is verified against the accumulator', () => {
  const { state, tracked } = blocks.at(-1)!;
  const { elements } = decodeState(state.hex);

  test.each(tracked.map((row) => [row.id, row] as const))('%s', (_, row) => {
    const element = elementOf(row);
    const leafHash = decodeHex(row.leafHash);
    expect(leadsToRoot(elements, element, leafHash)).toBe(true);
    expect(leadsToRoot(elements, element, leafHash.toReversed())).toBe(false);
    expect(leadsToRoot(elements, { ...element, leafIndex: element.leafIndex ^ 1n }, leafHash)).toBe(false);
    expect(
      leadsToRoot(elements, { ...element, merkleProof: [...element.merkleProof, row.leafHash as Hash256] }, leafHash)
    ).toBe(false);
  });
});

describe('proofs verified together', () => {
  const { state, tracked } = blocks.at(-1)!;
  const { elements } = decodeState(state.hex);
  const wrong = 'ab'.repeat(32) as Hash256;

  test('are all valid', () => {
    const check = new ProofCheck(elements);
    for (const row of tracked) expect(check.leadsToRoot(elementOf(row), decodeHex(row.leafHash))).toBe(true);
  });

  test.each(tracked.map((row) => [row.id, row] as const))(
    '%s is rejected after others if any part is wrong',
    (_, row) => {
      const element = elementOf(row);
      const leafHash = decodeHex(row.leafHash);
      const wrongParts: [typeof element, Uint8Array][] = [
        [element, leafHash.toReversed()],
        [{ ...element, leafIndex: element.leafIndex ^ 1n }, leafHash],
        [{ ...element, merkleProof: [...element.merkleProof, wrong] }, leafHash],
        ...element.merkleProof.map((_, height): [typeof element, Uint8Array] => [
          { ...element, merkleProof: element.merkleProof.with(height, wrong) },
          leafHash
        ])
      ];
      for (const [part, hash] of wrongParts) {
        const check = new ProofCheck(elements);
        for (const other of tracked) check.leadsToRoot(elementOf(other), decodeHex(other.leafHash));
        expect(check.leadsToRoot(part, hash)).toBe(false);
        // It does not invalidate anything else either.
        expect(check.leadsToRoot(element, leafHash)).toBe(true);
      }
    }
  );
});

describe('changedNodes', () => {
  const row = blocks.findLast(({ update }) => decodeJson(applyUpdate, update).updatedLeaves.size > 1)!;
  const { updatedLeaves } = decodeJson(applyUpdate, row.update);
  const { elements } = decodeState(row.state.hex);
  const leaves = [...updatedLeaves.values()].flat();
  const wrong = 'ab'.repeat(32) as Hash256;
  const withLeaf = (at: number, change: (leaf: UpdatedLeaf) => Partial<UpdatedLeaf>) =>
    new Map([[0, leaves.map((leaf, i) => (i === at ? { ...leaf, ...change(leaf) } : leaf))]]);

  test('match the state after the block', () => {
    expect(nodesChanged(updatedLeaves, elements)!.size).toBeGreaterThan(leaves.length);
  });

  test.each(leaves.map((_, i) => [i]))('do not if leaf %i differs', (at) => {
    const changes: ((leaf: UpdatedLeaf) => Partial<UpdatedLeaf>)[] = [
      () => ({ leafHash: wrong }),
      ({ leafIndex }) => ({ leafIndex: leafIndex ^ 1n }),
      () => ({ leafIndex: 1n << 60n }),
      ({ merkleProof }) => ({ merkleProof: [wrong, ...merkleProof.slice(1)] }),
      ({ merkleProof }) => ({ merkleProof: [...merkleProof, wrong] })
    ];
    for (const change of changes) expect(nodesChanged(withLeaf(at, change), elements)).toBeUndefined();
  });

  test.each([0n, 1n])('do not with a leaf %i beyond the last one', (beyond) => {
    const leafIndex = elements.numLeaves + beyond;
    for (let length = 0; length < 8; length++) {
      const leaf = { ...leaves[0]!, leafIndex, merkleProof: Array<Hash256>(length).fill(wrong) };
      expect(nodesChanged(new Map([[0, [leaf]]]), elements)).toBeUndefined();
    }
  });

  test('do not with an index beyond the safe integers, whatever the accumulator contains', () => {
    const leafIndex = 1n << 60n;
    const trees = [wrong, ...elements.trees.slice(1)];
    const leaf = { ...leaves[0]!, leafIndex, leafHash: wrong, merkleProof: [] };
    expect(nodesChanged(new Map([[0, [leaf]]]), { numLeaves: leafIndex + 1n, trees })).toBeUndefined();
  });
});

test('leaf indexes out of range are rejected', () => {
  expect([0n, 1n << 46n, (1n << 47n) - 1n, 1n << 47n, -1n].map(isValidLeafIndex)).toEqual([
    true,
    true,
    true,
    false,
    false
  ]);
});
