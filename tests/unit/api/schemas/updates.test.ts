import { describe, expect, test } from 'vitest';
import { decodeJson } from '$lib/api/schemas/codec';
import { chainState } from '$lib/api/schemas/state';
import { applyUpdate, revertUpdate } from '$lib/api/schemas/updates';
import { proofRootHex } from '$lib/chain/proof/merkleProof';
import type { ApplyUpdate } from '$lib/chain/proof/update';
import type { JsonObject, JsonValue } from '$lib/codec/json';
import { at, decodeRecorded, loadVectors, printAsServer, rows, withoutEmpty } from './wire';

const reorg = loadVectors('accumulator-reorg.json');
const applied = [
  ...rows(loadVectors('accumulator.json'), 'blocks'),
  ...rows(loadVectors('accumulator2.json'), 'blocks'),
  ...rows(reorg, 'applied')
];
const reverted = rows(reorg, 'reverted');

const label = (row: JsonObject): string => `${at(row, 'state', 'json', 'index', 'height')}`;
const named = (list: JsonObject[]): [string, JsonObject][] => list.map((row) => [label(row), row]);

/** Every listed leaf, with the hash found for it, must be proven in the feed's state. */
function expectLeavesInState(updatedLeaves: ApplyUpdate['updatedLeaves'], state: JsonValue): number {
  const { trees } = decodeRecorded(chainState, state).elements;
  const leaves = [...updatedLeaves.values()].flat();
  for (const { leafHash, leafIndex, merkleProof } of leaves) {
    expect(proofRootHex(leafHash, leafIndex, merkleProof)).toBe(trees[merkleProof.length]);
  }
  return leaves.length;
}

describe('update feed', () => {
  test.each(named(applied))('applied at height %s', (_, row) => {
    const update = decodeRecorded(applyUpdate, row.update!);
    expect(withoutEmpty(printAsServer(applyUpdate, update))).toEqual(withoutEmpty(row.update!));
    expectLeavesInState(update.updatedLeaves, at(row, 'state', 'json'));
  });

  test.each(named(reverted))('reverted to height %s', (_, row) => {
    const update = decodeRecorded(revertUpdate, row.update!);
    expect(withoutEmpty(printAsServer(revertUpdate, update))).toEqual(withoutEmpty(row.update!));
    expectLeavesInState(update.updatedLeaves, at(row, 'state', 'json'));
  });

  test('the scripted chain has leaves to find', () => {
    const count = (list: JsonObject[]): number =>
      list.reduce((sum, row) => sum + Object.values(at(row, 'update', 'updatedLeaves') as JsonObject).flat().length, 0);
    expect(count(applied)).toBeGreaterThan(60);
    expect(count(reverted)).toBeGreaterThan(1);
  });

  test('a leaf without a matching diff is rejected', () => {
    const row = applied.find(
      (candidate) => Object.keys(at(candidate, 'update', 'updatedLeaves') as object).length > 0
    )!;
    const update = row.update as JsonObject;
    expect(() => decodeRecorded(applyUpdate, { ...update, siacoinElements: null, siafundElementDiffs: null })).toThrow(
      expect.objectContaining({ code: 'codec/malformed' })
    );
  });

  test('thousands of elements do not take quadratic time', () => {
    const row = applied[10]!;
    const update = row.update as JsonObject;
    const sample = rows(update, 'siacoinElements')[0]!;
    const many = Array.from({ length: 4000 }, (_, i) => ({
      ...sample,
      siacoinElement: {
        ...(sample.siacoinElement as JsonObject),
        stateElement: { leafIndex: i, merkleProof: at(sample, 'siacoinElement', 'stateElement', 'merkleProof') }
      }
    }));
    const leaves = many.map((diff) => at(diff, 'siacoinElement', 'stateElement'));
    const feed = { ...update, siacoinElements: many, updatedLeaves: { '5': leaves } };
    // CPU time, which does not depend on other load on the machine.
    const before = process.cpuUsage();
    const decoded = decodeRecorded(applyUpdate, feed);
    expect([...decoded.updatedLeaves.values()].flat()).toHaveLength(4000);
    expect(process.cpuUsage(before).user).toBeLessThan(5e6);
  });

  test('an error has its path', () => {
    const update = { ...(applied[0]!.update as JsonObject), numLeaves: -1 };
    expect(() => decodeRecorded(applyUpdate, update)).toThrow(expect.objectContaining({ path: 'numLeaves' }));
    expect(() => decodeJson(applyUpdate, [])).toThrow(expect.objectContaining({ code: 'codec/malformed' }));
  });
});
