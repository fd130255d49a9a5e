import { expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { v2TransactionWeight } from '$lib/chain/block/weight';
import { hastings } from '$lib/chain/currency/currency';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import {
  entriesInSteps,
  feeOf,
  feePaying,
  inBlockOrder,
  totalSize,
  totalWeight,
  v1Entry,
  v2Entry,
  v2SetSize
} from '$lib/server/node/pool/poolEntry';
import { TestChain } from '../../../../support/peers/testChain';

const withData = (length: number, minerFee = 0n): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  arbitraryData: new Uint8Array(length),
  minerFee: hastings(minerFee)
});
const v1 = v1Entry({ ...EMPTY_TRANSACTION, minerFees: [hastings(3n), hastings(4n)] });
const [small, large] = [withData(1, 5n), withData(1_000)];

test('a set is as large as its transactions together, of which the smallest count like small payments', () => {
  const entries = [small, large].map(v2Entry);
  expect(entries.map(({ weight }) => weight)).toEqual([small, large].map(v2TransactionWeight));
  expect(totalWeight(entries)).toBe(v2TransactionWeight(small) + v2TransactionWeight(large));
  expect(totalSize(entries)).toBe(250 + v2TransactionWeight(large));
  expect(v2SetSize([small, large])).toBe(totalSize(entries));
  expect([totalWeight([]), totalSize([]), v2SetSize([])]).toEqual([0, 0, 0]);
});

test('a V1 transaction pays the sum of its fees', () => {
  expect([v1, v2Entry(small), v2Entry(large)].map(feeOf)).toEqual([7n, 5n, 0n]);
});

test('V1 transactions come before V2 ones, each in their order', () => {
  const other = v1Entry(EMPTY_TRANSACTION);
  const [first, second] = [small, large].map(v2Entry);
  expect(inBlockOrder([first!, v1, second!, other])).toEqual([v1, other, first, second]);
});

test('of a block, the transactions that pay are offered again', () => {
  const block = { transactions: [EMPTY_TRANSACTION, v1.txn] } as unknown as Block;
  const ids = (of: Block) => feePaying(of).map(({ id }) => id);
  expect(ids(block)).toEqual([v1.id]);
  const v2 = { height: 1n, commitment: '', transactions: [large, small] };
  expect(ids({ ...block, v2 } as unknown as Block)).toEqual([v1.id, v2TransactionId(small)]);
});

test('of copies of a transaction, the first counts', () => {
  const chain = TestChain.create();
  const [given, forged] = [chain.payment(), chain.payment(false)];
  const entries = entriesInSteps([EMPTY_TRANSACTION], [given, forged]).next().value!;
  expect(entries.map(({ txn }) => txn)).toEqual([EMPTY_TRANSACTION, given]);
});

test.each([
  [0.5, 1, 0],
  [0.5, 2, 2],
  [0.25, 4, 2],
  [0.25, 5, 2]
])('transactions are hashed in steps of half a block: %d of one, %i times', (share, count, steps) => {
  const length = share * MAX_BLOCK_WEIGHT - v2TransactionWeight(EMPTY_V2_TRANSACTION) - (count === 1 ? 1 : 0);
  const work = entriesInSteps([], new Array<V2Transaction>(count).fill(withData(length)));
  let taken = 0;
  while (!work.next().done) taken++;
  expect(taken).toBe(steps);
});
