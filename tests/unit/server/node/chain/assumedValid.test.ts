import { describe, expect, test } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import { AssumedValid } from '$lib/server/node/chain/assumedValid';
import type { ChainStore } from '$lib/server/node/store/store';

const HEIGHT = 5;
const bestId = (height: number) => `best ${height}` as BlockId;
const OTHER = 'other' as BlockId;

/** The chain that is assumed valid up to block 5, of which the store has blocks up to a height. */
function assumedAt(tipHeight: number, verifiesAll = false): AssumedValid {
  const bestAt = (height: number) => (height <= tipHeight ? bestId(height) : undefined);
  return new AssumedValid(
    { blocks: { bestAt } } as unknown as ChainStore,
    { height: HEIGHT, id: bestId(HEIGHT) },
    verifiesAll
  );
}

test.each([
  [HEIGHT, false, true],
  [HEIGHT + 1, false, false],
  [HEIGHT, true, false]
])('signatures at height %i, where all are verified: %s, are assumed valid: %s', (height, verifiesAll, expected) => {
  const assumed = assumedAt(0, verifiesAll);
  expect(assumed.covers(height)).toBe(expected);
  const verify = assumed.verifierAt(height, () => false);
  expect(verify(new Uint8Array(), new Uint8Array(), new Uint8Array())).toBe(expected);
});

test.each([
  [HEIGHT - 1, false],
  [HEIGHT, true]
])('a tip at height %i reaches the block: %s', (height, expected) => {
  expect(assumedAt(height).isReachedBy({ height, id: bestId(height) })).toBe(expected);
});

describe.each([
  ['before', HEIGHT - 1, true],
  ['once', HEIGHT, false]
])('%s the block is reached', (_, tipHeight, isOtherBranchAllowed) => {
  test.each([
    [bestId(HEIGHT - 1), HEIGHT - 1, true],
    [OTHER, HEIGHT - 1, isOtherBranchAllowed],
    [bestId(HEIGHT), HEIGHT, true],
    [OTHER, HEIGHT, false],
    [OTHER, HEIGHT + 1, true]
  ])('the block "%s" at height %i is allowed: %s', (id, height, expected) => {
    const assumed = assumedAt(tipHeight);
    expect(assumed.isCompatible(id, height)).toBe(expected);
    const refused = expect.objectContaining({ code: 'chain/checkpoint-conflict' });
    const require = () => assumed.requireCompatible(id, height);
    if (expected) expect(require).not.toThrow();
    else expect(require).toThrow(refused);
  });
});
