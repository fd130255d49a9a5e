import { expect, test } from 'vitest';
import { ZERO_BLOCK_ID, type Hash256 } from '$lib/chain/ids';
import type { ChainState } from '$lib/chain/block/state';
import { elementAccumulator } from '$lib/chain/block/stateLayout';
import { MAX_TARGET } from '$lib/chain/target';
import { unixSeconds, ZERO_TIME } from '$lib/chain/time';
import { CodecError } from '$lib/codec/errors';
import { encode } from '$lib/codec/layout';
import { applyBlock, revertBlock } from '$lib/consensus/apply/applyBlock';
import { childPowTarget, genesisState, isSufficientlyHeavier, medianTimestamp } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { EMPTY_TRANSACTION, TestChain, testNetwork } from '../../consensus/testChain';

const state = genesisState(testNetwork());
const withTimes = (...times: number[]): ChainState => ({ ...state, prevTimestamps: times.map(unixSeconds) });

test.each([
  ['none', [], 0],
  ['one', [7], 7],
  ['two, half a second between', [10, 7], 8.5],
  ['three out of order', [5, 30, 10], 10],
  ['four, the middle two', [40, 10, 30, 20], 25],
  ['eleven', [11, 1, 10, 2, 9, 3, 8, 4, 7, 5, 6], 6],
  ['times before 1970', [-3, -10], -6.5],
  ['times 2000 years apart, with a difference capped at 292', [1_700_000_000, ZERO_TIME], ZERO_TIME + 2 ** 62 / 1e9]
])('the median of %s', (_, times, median) => {
  expect(medianTimestamp(withTimes(...times))).toBe(median);
});

test.each([
  [1200n, false],
  [1201n, true],
  [1000n, false]
])('a fork with work %s wins against a tip of 1000 with difficulty 1000: %s', (totalWork, wins) => {
  const tip = { ...state, totalWork: 1000n, difficulty: 1000n };
  expect(isSufficientlyHeavier({ ...state, totalWork }, tip)).toBe(wins);
});

test('after the final cut, the target is derived from the difficulty, as the child target is zero', () => {
  const network = testNetwork(2);
  const cut = { ...state, index: { height: 3, id: ZERO_BLOCK_ID }, childTarget: 0n, difficulty: 2n };
  expect(childPowTarget(network, cut)).toBe(MAX_TARGET / 2n);
  expect(childPowTarget(network, { ...cut, index: { height: 2, id: ZERO_BLOCK_ID } })).toBe(0n);
});

test('an accumulator that lacks a tree for its leaves has no encoding', () => {
  const trees = [undefined, 'ab'.repeat(32) as Hash256];
  expect(encode(elementAccumulator, { numLeaves: 2n, trees })).toHaveLength(8 + 32);
  for (const [numLeaves, missing] of [
    [1n, 0],
    [3n, 0],
    [6n, 2]
  ] as const) {
    expect(() => encode(elementAccumulator, { numLeaves, trees })).toThrow(
      new CodecError(`accumulator of ${numLeaves} leaves has no tree ${missing}`)
    );
  }
});

test('a block is applied and reverted only on its parent, and only with the elements it spends', () => {
  const chain = new TestChain();
  const block = chain.child();
  const { network } = chain;
  chain.add(block);
  expect(() => applyBlock(network, chain.state, block, EMPTY_SUPPLEMENT)).toThrow(RangeError);
  expect(() => revertBlock(network, chain.state, block, EMPTY_SUPPLEMENT)).toThrow(RangeError);
  const coinInputs = [
    {
      parentId: chain.coins[0]!.id,
      unlockConditions: { timelock: 0n, publicKeys: [], signaturesRequired: 0n }
    }
  ];
  const spending = chain.child({ transactions: [{ ...EMPTY_TRANSACTION, coinInputs }] });
  expect(() => applyBlock(network, chain.state, spending, EMPTY_SUPPLEMENT)).toThrow(RangeError);
});
