import { describe, expect, test } from 'vitest';
import { chainState as stateJson } from '$lib/api/schemas/state';
import { applyUpdate as applyUpdateJson, revertUpdate as revertUpdateJson } from '$lib/api/schemas/updates';
import { decodeJson } from '$lib/api/schemas/codec';
import { blockId } from '$lib/chain/block/block';
import { advanceProof, rewindProof } from '$lib/chain/proof/advanceProof';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { proofRootHex } from '$lib/chain/proof/merkleProof';
import type { Hash256 } from '$lib/chain/ids';
import { blockReward, nonceFactorAt } from '$lib/chain/network/rewards';
import { chainState } from '$lib/chain/block/stateLayout';
import { formatTarget } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import type { StateElement } from '$lib/chain/element/elements';
import type { ApplyUpdate, ElementDiffs } from '$lib/chain/proof/update';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { encodeHex } from '$lib/codec/bytes';
import type { JsonValue } from '$lib/codec/json';
import { encode } from '$lib/codec/layout';
import { applyBlock, revertBlock } from '$lib/consensus/apply/applyBlock';
import { ancestorHeight } from '$lib/consensus/difficulty';
import { childHeight, childPowTarget, genesisState, medianTimestamp } from '$lib/consensus/state';
import { validateBlock } from '$lib/consensus/validate/validateBlock';
import { NodeStore } from './nodeStore';
import { elementOf, ScriptedChain, type Tracked } from './scriptedChain';
import { asJson, decodeBlock, decodeState, decodeSupplement } from './vectors';

const chain = new ScriptedChain();

test('the state before genesis matches the recorded one', () => {
  const state = genesisState(chain.network);
  expect(encodeHex(encode(chainState, state))).toBe(chain.genesisState.hex);
  expect(asJson(stateJson, state)).toEqual(chain.genesisState.json);
});

/** Advances every tracked element by the update, taking new ones from the recorded row. */
function carryTracked(update: ApplyUpdate, before: readonly Tracked[], after: readonly Tracked[]): Tracked[] {
  return after.map((row) => {
    const known = before.find(({ id }) => id === row.id);
    if (known === undefined) return row;
    const element = advanceProof(update, elementOf(known));
    return { ...row, leafIndex: String(element.leafIndex), merkleProof: element.merkleProof };
  });
}

/** The state elements of the touched elements. */
const placesIn = (diffs: ElementDiffs): StateElement[] =>
  [
    ...diffs.coinElements.map(({ coinElement }) => coinElement),
    ...diffs.fundElements.map(({ fundElement }) => fundElement),
    ...diffs.fileContractElements.map(({ fileContractElement }) => fileContractElement),
    ...diffs.v2FileContractElements.map(({ v2FileContractElement }) => v2FileContractElement),
    ...diffs.attestationElements,
    diffs.chainIndexElement
  ].map(({ stateElement }) => stateElement);

describe('the scripted chain', () => {
  let state = genesisState(chain.network);
  let tracked: readonly Tracked[] = [];
  const timestamps: number[] = [];
  const nodes = new NodeStore();

  test.each(chain.blocks.map((row) => [row.height, row] as const))('block %s', (_, row) => {
    const block = decodeBlock(row.block);
    const supplement = decodeSupplement(row.supplement ?? ScriptedChain.emptySupplement(block));
    expect(blockId(blockHeaderOf(block))).toBe(row.block.id);
    if (childHeight(state) > 0) {
      expect(() => validateBlock(chain.network, state, block, supplement, { verifySignature })).not.toThrow();
    }

    const ancestor = timestamps[ancestorHeight(state)];
    const applied = applyBlock(chain.network, state, block, supplement, {
      ancestorTimestamp: ancestor === undefined ? undefined : unixSeconds(ancestor)
    });
    state = applied.state;
    timestamps.push(block.timestamp);

    expect(encodeHex(encode(chainState, state))).toBe(row.state.hex);
    expect(asJson(stateJson, state)).toEqual(row.state.json);
    expect(String(blockReward(chain.network, childHeight(state)))).toBe(row.childBlockReward);
    expect(String(nonceFactorAt(chain.network, childHeight(state)))).toBe(row.childNonceFactor);
    expect(formatTarget(childPowTarget(chain.network, state))).toBe(row.powTarget);
    expect(String(Math.floor(medianTimestamp(state)))).toBe(row.medianTimestamp);
    expect(asJson(applyUpdateJson, applied.update)).toEqual(row.update);
    expect(placesIn(applied.diffs)).toEqual(
      placesIn(applied.update).map(({ leafIndex }) => ({ leafIndex, merkleProof: [] }))
    );

    // An update decoded from a server's response advances proofs exactly like the one the node computed.
    const read = decodeJson(applyUpdateJson, row.update as JsonValue);
    expect(read.updatedLeaves).toEqual(applied.update.updatedLeaves);
    for (const update of [applied.update, read]) {
      expect(ScriptedChain.proofsOf(carryTracked(update, tracked, row.tracked))).toEqual(
        ScriptedChain.proofsOf(row.tracked)
      );
    }
    nodes.store(applied.treeNodes);
    for (const { leafHash, leafIndex, merkleProof } of row.tracked) {
      const proof = (merkleProof ?? []) as Hash256[];
      expect(nodes.proof(state.elements.numLeaves, BigInt(leafIndex)).merkleProof).toEqual(proof);
      expect(proofRootHex(leafHash as Hash256, BigInt(leafIndex), proof)).toBe(state.elements.trees[proof.length]);
    }
    tracked = row.tracked;
  });

  test.each(
    chain.blocks
      .slice(1)
      .toReversed()
      .map((row) => [row.height, row] as const)
  )('reverts block %s', (_, row) => {
    const before = chain.blocks[Number(row.height) - 1]!;
    const parent = decodeState(before.state.hex);
    const block = decodeBlock(row.block);
    const supplement = decodeSupplement(row.supplement ?? ScriptedChain.emptySupplement(block));
    const { update, treeNodes } = revertBlock(chain.network, parent, block, supplement);
    nodes.store(treeNodes);
    const read = decodeJson(revertUpdateJson, asJson(revertUpdateJson, update));
    for (const each of [update, read]) {
      const back = row.tracked.flatMap((element) => {
        const carried = rewindProof(each, elementOf(element));
        return carried === undefined ? [] : [[element.id, carried]];
      });
      expect(Object.fromEntries(back)).toEqual(
        Object.fromEntries(before.tracked.map((element) => [element.id, elementOf(element)]))
      );
    }
    for (const element of before.tracked) {
      expect(nodes.proof(parent.elements.numLeaves, BigInt(element.leafIndex))).toEqual(elementOf(element));
    }
  });
});
