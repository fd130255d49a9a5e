import { describe, expect, test, vi } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { buildTemplate } from '$lib/mining/work/template';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { rebaseTransactions } from '$lib/server/node/pool/rebase';
import { solveBlock } from '../support/solve';

const store = new ChainStore(':memory:');
const chain = new ChainManager({
  store,
  ...networkPreset('test', TEST_GENESIS_TIMESTAMP),
  clock: Date.now,
  signatures: new SignatureChecker(() => expect.fail('no block here has signatures'))
});
const { network } = chain;
while (chain.tip.height < 145) {
  const parts = { network, state: chain.state, transactions: [], v2Transactions: [] };
  const now = unixSeconds(TEST_GENESIS_TIMESTAMP + 600 * (chain.tip.height + 1));
  const { block } = buildTemplate(parts, DEV_ADDRESSES.policy, now, (n) => new Uint8Array(n));
  await chain.addBlock(solveBlock(network, chain.state, block));
}
const at = (height: number) => ({ height, id: store.blocks.bestAt(height)! });
const unknown = 'ab'.repeat(32) as BlockId;

describe('transactions are rebased', () => {
  test.each([
    ['forward, by a day of blocks', at(0), at(144)],
    ['back, by a day of blocks', at(145), at(1)],
    ['not at all', at(7), at(7)]
  ])('%s, in one step per block', (_, basis, target) => {
    const work = rebaseTransactions(store, network, { basis, target, transactions: [] });
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps++;
    expect(step.value).toEqual([]);
    expect(steps).toBe(Math.abs(target.height - basis.height));
  });

  test.each([
    ['further forward', at(0), at(145), /145::.* is more than 144 blocks from the basis/],
    ['further back', at(145), at(0), /0::.* is more than 144 blocks from the basis/],
    ['from an unknown block', { height: 3, id: unknown }, at(5), /missing block at index 3::abab/],
    ['to an unknown block', at(3), { height: 5, id: unknown }, /missing block at index 5::abab/],
    ['to a block at another height', at(3), { ...at(5), height: 6 }, /missing block at index 6::/]
  ])('not %s, which is clear before the first step', (_, basis, target, message) => {
    const work = rebaseTransactions(store, network, { basis, target, transactions: [] });
    expect(() => work.next()).toThrow(
      expect.objectContaining({ code: 'node/rebase', message: expect.stringMatching(message) as string })
    );
  });

  test('not if the target is reverted in the meantime', () => {
    const work = rebaseTransactions(store, network, { basis: at(3), target: at(6), transactions: [] });
    work.next();
    vi.spyOn(store.blocks, 'bestAt').mockReturnValueOnce(unknown);
    expect(() => work.next()).toThrow(/missing block at index 6::/);
  });

  test('not if there are more than fit into a block', () => {
    const many = (length: number) => ({
      basis: at(3),
      target: at(3),
      transactions: new Array<V2Transaction>(length).fill(EMPTY_V2_TRANSACTION)
    });
    expect(rebaseTransactions(store, network, many(8_000)).next()).toHaveProperty('value.length', 8_000);
    expect(() => rebaseTransactions(store, network, many(8_001)).next()).toThrow(
      expect.objectContaining({ code: 'node/rebase' })
    );
  });
});
