import { describe, expect, test } from 'vitest';
import { chainState as stateJson } from '$lib/api/schemas/state';
import { applyUpdate as applyUpdateJson, revertUpdate as revertUpdateJson } from '$lib/api/schemas/updates';
import { decodeJson } from '$lib/api/schemas/codec';
import { advanceProof, rewindProof } from '$lib/chain/proof/advanceProof';
import type { StateElement } from '$lib/chain/element/elements';
import type { ChainState } from '$lib/chain/block/state';
import { chainState } from '$lib/chain/block/stateLayout';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { encodeHex } from '$lib/codec/bytes';
import type { JsonValue } from '$lib/codec/json';
import { encode } from '$lib/codec/layout';
import { applyBlock, revertBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { validateBlock } from '$lib/consensus/validate/validateBlock';
import { NodeStore } from './nodeStore';
import { elementOf, ScriptedChain, type StateRow, type Tracked } from './scriptedChain';
import { asJson, decodeBlock, decodeState, loadVectors, type BlockRow } from './vectors';

interface Step {
  readonly block: BlockRow;
  readonly state: StateRow;
  readonly tracked: readonly Tracked[];
  readonly update: JsonValue;
}
interface Vectors {
  readonly start: { readonly state: StateRow; readonly tracked: readonly Tracked[] };
  readonly reverted: Step[];
  readonly applied: Step[];
}

const { network } = new ScriptedChain();
const { start, reverted, applied } = loadVectors<Vectors>('accumulator-reorg');

/** The elements after a step: dropped ones removed, created ones taken from the row. */
function carried(
  before: readonly Tracked[],
  after: readonly Tracked[],
  carry: (element: StateElement) => StateElement | undefined
): Tracked[] {
  const kept = before.flatMap((row) => {
    const element = carry(elementOf(row));
    return element === undefined
      ? []
      : [{ ...row, leafIndex: String(element.leafIndex), merkleProof: element.merkleProof }];
  });
  const created = after.filter(({ id }) => !kept.some((row) => row.id === id));
  return [...kept, ...created];
}

describe('a reorganization from height 64 to a heavier fork', () => {
  let state: ChainState = decodeState(start.state.hex);
  let tracked = start.tracked;
  const nodes = NodeStore.of(start.tracked.map((row) => ({ ...elementOf(row), leafHash: row.leafHash })));

  test.each(reverted.map((step) => [step.block.id, step] as const))('reverts %s', (_, step) => {
    const parent = decodeState(step.state.hex);
    const { update, treeNodes } = revertBlock(network, parent, decodeBlock(step.block), EMPTY_SUPPLEMENT);
    expect(asJson(revertUpdateJson, update)).toEqual(step.update);
    expect(asJson(stateJson, parent)).toEqual(step.state.json);

    const read = decodeJson(revertUpdateJson, step.update as JsonValue);
    expect(read.updatedLeaves).toEqual(update.updatedLeaves);
    for (const each of [update, read]) {
      const back = carried(tracked, [], (element) => rewindProof(each, element));
      expect(ScriptedChain.proofsOf(back)).toEqual(ScriptedChain.proofsOf(step.tracked));
    }
    nodes.store(treeNodes);
    for (const row of step.tracked) {
      expect(nodes.proof(parent.elements.numLeaves, BigInt(row.leafIndex))).toEqual(elementOf(row));
    }
    state = parent;
    tracked = step.tracked;
  });

  test.each(applied.map((step) => [step.block.id, step] as const))('applies %s', (_, step) => {
    const block = decodeBlock(step.block);
    expect(() => validateBlock(network, state, block, EMPTY_SUPPLEMENT, { verifySignature })).not.toThrow();
    const result = applyBlock(network, state, block, EMPTY_SUPPLEMENT);
    expect(encodeHex(encode(chainState, result.state))).toBe(step.state.hex);
    expect(asJson(stateJson, result.state)).toEqual(step.state.json);
    expect(asJson(applyUpdateJson, result.update)).toEqual(step.update);

    const read = decodeJson(applyUpdateJson, step.update as JsonValue);
    for (const each of [result.update, read]) {
      const forward = carried(tracked, step.tracked, (element) => advanceProof(each, element));
      expect(ScriptedChain.proofsOf(forward)).toEqual(ScriptedChain.proofsOf(step.tracked));
    }
    nodes.store(result.treeNodes);
    for (const row of step.tracked) {
      expect(nodes.proof(result.state.elements.numLeaves, BigInt(row.leafIndex))).toEqual(elementOf(row));
    }
    state = result.state;
    tracked = step.tracked;
  });
});
