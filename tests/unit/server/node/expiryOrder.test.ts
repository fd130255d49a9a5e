import { expect, test } from 'vitest';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { FileContractId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { expiryOrder } from '$lib/server/node/chain/supplement';
import { networkPreset } from '$lib/server/node/network/presets';

const { network, genesis } = networkPreset('test', unixSeconds(0));
const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(64) as FileContractId) as [
  FileContractId,
  FileContractId,
  FileContractId
];
const block: Block = { ...genesis, nonce: 7n };
const withOrder = { ...network, expiryOrders: new Map([[blockId(blockHeaderOf(block)), [c, a, b]]]) };

test('the listed block expires its contracts in the historical order', () => {
  expect(expiryOrder(withOrder, block, [a, b, c])).toEqual([c, a, b]);
});

test.each([
  ['a network without a table', network, block, [a, b, c]],
  ['another block', withOrder, { ...block, nonce: 8n }, [a, b, c]],
  ['fewer contracts', withOrder, block, [a, b]],
  ['other contracts', withOrder, block, [a, b, 'd'.repeat(64) as FileContractId]]
])('%s keeps the order of the rules', (_, rules, of, byRule) => {
  expect(expiryOrder(rules, of, byRule)).toBe(byRule);
});
