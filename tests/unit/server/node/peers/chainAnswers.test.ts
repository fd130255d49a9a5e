import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import type { BlocksAnswer } from '$lib/peers/calls/callee';
import { v2OutlineHash } from '$lib/peers/outline/complete';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { chainAnswers } from '$lib/server/node/peers/chainAnswers';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

let store: ChainStore;
let answers: ReturnType<typeof chainAnswers>;
let its: TestChain;
beforeEach(async () => {
  store = new ChainStore(':memory:');
  its = TestChain.create();
  its.add(its.next([its.payment()])).extend(4);
  const signatures = new SignatureChecker(async (checks) =>
    checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature))
  );
  const chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  await chain.addBlocks(its.blocks.slice(1));
  answers = chainAnswers({ store, chain, pool: new TransactionPool({ store, chain, signatures }) }, 'inbound');
});
afterEach(() => store.close());

test('blocks pruned while they are being sent end the response without an internal error', async () => {
  const { blocks } = (await answers.sendBlocks({ history: [its.idAt(0)], max: 5n })) as BlocksAnswer;
  const sent = blocks[Symbol.iterator]();
  expect(sent.next().done).toBe(false);
  store.blocks.prune(4);
  expect(() => sent.next()).toThrow(expect.objectContaining({ code: 'peers/stream-closed' }));
});

test('as many blocks are announced as follow the common one and are requested', async () => {
  const tip = its.states.length - 1;
  const countOf = async (from: number, max: bigint) => {
    const { count, remaining } = (await answers.sendBlocks({ history: [its.idAt(from)], max })) as BlocksAnswer;
    return [count, remaining];
  };
  expect(await countOf(2, 1_000n)).toEqual([tip - 2, 0n]);
  expect(await countOf(2, 1n)).toEqual([1, BigInt(tip - 3)]);
  expect(await countOf(tip, 1_000n)).toEqual([0, 0n]);
});

test('for a peer that requests parts of blocks many times, one is read at a time', async () => {
  const log: string[] = [];
  const read = store.block.bind(store);
  vi.spyOn(store, 'block').mockImplementation((id) => {
    log.push('read');
    return read(id);
  });
  const { index } = its.states[1]!;
  const [payment] = its.blocks[1]!.v2!.transactions;
  const requests = [
    async () => answers.sendTransactions({ index, hashes: [v2OutlineHash(payment!)] }),
    async () => answers.sendCheckpoint({ index })
  ];
  const results = await Promise.all(
    [...requests, ...requests].map(async (request) => {
      const result = await request();
      log.push('answered');
      return result;
    })
  );
  expect(log).toEqual(Array(4).fill(['read', 'answered']).flat());
  expect(results.slice(0, 2)).toEqual([
    { transactions: [], v2transactions: [payment] },
    { block: its.blocks[1], state: its.states[0] }
  ]);
});
