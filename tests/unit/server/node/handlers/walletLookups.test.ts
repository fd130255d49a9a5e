import { afterEach, beforeEach, expect, test } from 'vitest';
import { StepQueue } from '$lib/async/stepQueue';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { walletLookupHandlers } from '$lib/server/node/handlers/walletLookups';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { testPreset } from '../../../../support/peers/testChain';

let store: ChainStore;
let chain: ChainManager;
beforeEach(() => {
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  store = new ChainStore(':memory:');
  chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
});
afterEach(() => store.close());

/** Rebases this many transactions from the tip to the tip. */
function rebase(count: number): Promise<unknown> {
  const { rebase } = walletLookupHandlers({ store, chain } as Parameters<typeof walletLookupHandlers>[0]);
  const transactions = Array.from({ length: count }, () => EMPTY_V2_TRANSACTION);
  const body = { basis: chain.tip, target: chain.tip, transactions };
  return new StepQueue().run(rebase({ params: {}, query: {}, body }));
}

test('transactions that cannot be rebased are refused with the reason', async () => {
  expect(await rebase(1)).toEqual({ basis: chain.tip, transactions: [EMPTY_V2_TRANSACTION] });
  await expect(rebase(100_000)).rejects.toMatchObject({
    code: 'wallet-server/basis-not-moved',
    message: expect.stringMatching(/^couldn't update v2 transaction set: more than \d+ transactions$/) as string
  });
});

test('a failure of the node is not blamed on the transactions', async () => {
  const failure = new Error('disk');
  const { tip } = chain;
  store.blocks.bestAt = (height) => {
    if (height === tip.height) throw failure;
    return undefined;
  };
  await expect(rebase(1)).rejects.toBe(failure);
});
