import { commitmentInSteps } from '$lib/chain/block/commitmentInSteps';
import { beforeEach, expect, test, vi } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { blockHeaderOf, v1Commitment, v2Commitment } from '$lib/chain/block/commitment';
import * as merkle from '$lib/chain/merkle';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { encodeHex } from '$lib/codec/bytes';
import { runAtOnce } from '$lib/async/stepQueue';
import { workInSteps, type BlockTemplate } from '$lib/mining/work/servedTemplate';
import { assembleTemplate, nextTarget } from '$lib/mining/work/template';
import { TestChain, testNetwork } from '../../consensus/testChain';

vi.mock('$lib/chain/merkle', { spy: true });

const COUNT = 5_000;
const random = (n: number) => new Uint8Array(n).fill(7);
/** The most leaves in one call, which nothing can interrupt. */
const longest = (): number =>
  Math.max(...vi.mocked(merkle.merkleRoot).mock.calls.map(([leaves]) => [...leaves].length));

beforeEach(() => vi.clearAllMocks());

test('a commitment in steps is that of the whole list', () => {
  for (const count of [0, 1, 1023, 1024, 1025, 2048, 3072, 3073, 5 * 1024, 7 * 1024 + 5]) {
    const leaves = Array.from({ length: count }, (_, i) => merkle.merkleLeaf(Uint8Array.of(i, i >> 8)));
    expect(runAtOnce(commitmentInSteps(leaves))).toBe(encodeHex(merkle.merkleRoot(leaves)));
  }
});

test.each([
  ['V1', 1_000_000],
  ['V2', 1]
])('the root of a long template of %s is computed in steps', (_, allowHeight) => {
  const network = testNetwork(allowHeight);
  const { state } = new TestChain(network);
  const transactions = Array.from({ length: COUNT }, () => ({ ...EMPTY_TRANSACTION }));
  const v2Transactions = Array.from({ length: COUNT }, () => ({ ...EMPTY_V2_TRANSACTION }));
  const isV2 = allowHeight === 1;
  const content = isV2 ? { transactions: [], v2Transactions } : { transactions, v2Transactions: [] };
  const { block, header } = assembleTemplate({ network, state, ...content }, VOID_ADDRESS, unixSeconds(1_763_000_000));
  const template: BlockTemplate = {
    version: isV2 ? 2 : 1,
    height: state.index.height + 1,
    parentId: header.parentId,
    timestamp: header.timestamp,
    target: nextTarget({ network, state }),
    commitment: header.commitment,
    minerPayouts: block.minerPayouts,
    ...content
  };
  const work = runAtOnce(workInSteps(template, { network, state }, undefined, random));
  expect(runAtOnce(workInSteps(template, undefined, undefined, random)).work.decoded).toEqual(header);
  expect(longest()).toBeLessThanOrEqual(1_024);
  const solved = work.block;
  expect(work.work.decoded.commitment).toBe(
    isV2
      ? v2Commitment(state, VOID_ADDRESS, solved.transactions, solved.v2!.transactions)
      : v1Commitment(solved.minerPayouts, solved.transactions)
  );
  expect(blockHeaderOf(solved).commitment).toBe(work.work.decoded.commitment);
});
