import { expect, test } from 'vitest';
import { MAX_BLOCK_ANSWER, MAX_OUTPUTS_ANSWER, MAX_UPDATE_ANSWER } from '$lib/api/answerLimits';
import { encodeJson } from '$lib/api/schemas/codec';
import { coinElement, stateElement } from '$lib/api/schemas/elements';
import { transaction } from '$lib/api/schemas/transactions';
import { v2Transaction } from '$lib/api/schemas/v2transactions';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { MAX_HASTINGS, hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import type { CoinOutputId, Hash256 } from '$lib/chain/ids';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { stringifyJson } from '$lib/codec/json';

// Compares each limit with the JSON of the lightest possible inputs, with the longest proofs, indented like servers do.

/** Anyone can spend it, so it needs no signature. */
const policy = { type: 'above', height: 0n } as const;
const hash = 'ab'.repeat(32);
const element: CoinElement = {
  id: hash as CoinOutputId,
  stateElement: { leafIndex: 2n ** 40n - 1n, merkleProof: Array.from({ length: 40 }, () => hash as Hash256) },
  output: { value: hastings(MAX_HASTINGS), address: policyAddress(policy) },
  maturityHeight: 99_999_999n
};
const spent = { svccoinElement: encodeJson(coinElement, element), created: true, spent: true };
const leaf = encodeJson(stateElement, element.stateElement);
const times = (count: number, item: unknown) => Array.from({ length: count }, () => item);

const v2Spending = (count: number): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  coinInputs: Array.from({ length: count }, () => ({
    parent: element,
    satisfiedPolicy: { policy, signatures: [], preimages: [] }
  }))
});
const v1Spending = (count: number): Transaction => ({
  ...EMPTY_TRANSACTION,
  coinInputs: Array.from({ length: count }, () => ({
    parentId: element.id,
    unlockConditions: { timelock: 0n, publicKeys: [], signaturesRequired: 0n }
  }))
});

/** The block as printed by the update feed. */
const blockOf = (transactions: unknown[], v2Transactions: unknown[]) => ({
  transactions,
  v2: { transactions: v2Transactions }
});
const feedOf = (count: number, block: object) => ({
  applied: [{ update: { svccoinElements: times(count, spent), updatedLeaves: { '40': times(count, leaf) } }, block }]
});
const bytesOf = (value: unknown) => stringifyJson(value, 2).length;
/** The size of one additional input. */
const perInput = (size: (count: number) => number) => size(3) - size(2);

const v2Inputs = MAX_BLOCK_WEIGHT / perInput((count) => v2TransactionWeight(v2Spending(count)));
const v1Inputs = MAX_BLOCK_WEIGHT / perInput((count) => transactionWeight(v1Spending(count)));
const v2Block = (count: number) => blockOf([], [encodeJson(v2Transaction, v2Spending(count))]);
const v1Block = (count: number) => blockOf([encodeJson(transaction, v1Spending(count))], []);

test('a block of only the lightest inputs fits its limit, which is not much higher', () => {
  const longest = v2Inputs * perInput((count) => bytesOf(v2Block(count)));
  expect(longest).toBeLessThan(MAX_BLOCK_ANSWER);
  expect(longest).toBeGreaterThan(MAX_BLOCK_ANSWER / 2);
});

test('so does its update, of either version', () => {
  const v2 = v2Inputs * perInput((count) => bytesOf(feedOf(count, v2Block(count))));
  const v1 = v1Inputs * perInput((count) => bytesOf(feedOf(count, v1Block(count))));
  expect(Math.max(v1, v2)).toBeLessThan(MAX_UPDATE_ANSWER);
  expect(Math.max(v1, v2)).toBeGreaterThan(MAX_UPDATE_ANSWER / 2);
  // The text of a response must still fit in one string: V8 limits them to 2^29 - 24 characters.
  expect(MAX_UPDATE_ANSWER).toBeLessThan(2 ** 29 - 24);
});

test('a page of a thousand outputs fits', () => {
  expect(bytesOf({ outputs: times(1_000, spent.svccoinElement) })).toBeLessThan(MAX_OUTPUTS_ANSWER);
});

test('the routes use these limits', () => {
  const { updates, block, coinOutputs } = walletServerRoutes;
  expect([updates, block, coinOutputs].map(({ maxBytes }) => maxBytes)).toEqual([
    MAX_UPDATE_ANSWER,
    MAX_BLOCK_ANSWER,
    MAX_OUTPUTS_ANSWER
  ]);
});
