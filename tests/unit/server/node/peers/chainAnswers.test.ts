import { afterEach, expect, test } from 'vitest';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import type { BlocksAnswer } from '$lib/peers/calls/callee';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { chainAnswers } from '$lib/server/node/peers/chainAnswers';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const store = new ChainStore(':memory:');
afterEach(() => store.close());

test('blocks pruned while they are being sent end the response without an internal error', async () => {
  const its = TestChain.create().extend(5);
  const signatures = new SignatureChecker(async (checks) =>
    checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature))
  );
  const chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  await chain.addBlocks(its.blocks.slice(1));
  const { sendBlocks } = chainAnswers(
    { store, chain, pool: new TransactionPool({ store, chain, signatures }) },
    'inbound'
  );
  const { blocks } = (await sendBlocks({ history: [its.idAt(0)], max: 5n })) as BlocksAnswer;
  const sent = blocks[Symbol.iterator]();
  expect(sent.next().done).toBe(false);
  store.blocks.prune(4);
  expect(() => sent.next()).toThrow(expect.objectContaining({ code: 'peers/stream-closed' }));
});
