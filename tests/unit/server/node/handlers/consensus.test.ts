import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FROM_GENESIS } from '$lib/api/daemon/consensus';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { transactionWeight } from '$lib/chain/block/weight';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { consensusHandlers } from '$lib/server/node/handlers/consensus';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { earlyNetwork } from '../../../../support/earlyNetwork';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const others = TestChain.create().extend(3);

let store: ChainStore;
let subscribe: (signal: AbortSignal) => ReadableStream<Uint8Array>;
beforeEach(async () => {
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  store = new ChainStore(':memory:');
  const chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  await chain.addBlocks(others.blocks.slice(1));
  const handlers = consensusHandlers({ store, chain, signatures, genesisTimestamp: unixSeconds(0) });
  const request = { params: { id: FROM_GENESIS }, query: {}, body: undefined };
  subscribe = (signal) => handlers.subscribe(request, { signal }) as ReadableStream<Uint8Array>;
});
afterEach(() => store.close());

test('a change is read only when the one before it has been taken', async () => {
  const read = vi.spyOn(store.changes, 'after');
  const reader = subscribe(new AbortController().signal).getReader();
  await reader.read();
  await new Promise((resolve) => setImmediate(resolve));
  // Another one at the start: whether the first can be served.
  expect(read).toHaveBeenCalledTimes(2);
  while (!(await reader.read()).done);
  expect(read).toHaveBeenCalledTimes(2 + others.blocks.length);
});

test('a subscription ends when its client disconnects', async () => {
  const stop = new AbortController();
  const reader = subscribe(stop.signal).getReader();
  await reader.read();
  stop.abort();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test('a set is valid up to the weight of a block', async () => {
  const { genesis } = testPreset;
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const early = new ChainStore(':memory:');
  const chain = new ChainManager({ store: early, network: earlyNetwork, genesis, clock: Date.now, signatures });
  const { validate } = consensusHandlers({ store: early, chain, signatures, genesisTimestamp: unixSeconds(0) });
  const withData = (length: number) => ({ ...EMPTY_TRANSACTION, arbitraryData: [new Uint8Array(length)] });
  const half = MAX_BLOCK_WEIGHT / 2 - transactionWeight(withData(0));
  const validated = async (...lengths: number[]) => {
    const request = { params: {}, query: {}, body: lengths.map(withData) };
    await validate(request as Parameters<typeof validate>[0], { signal: new AbortController().signal });
  };
  expect(transactionWeight(withData(half))).toBe(MAX_BLOCK_WEIGHT / 2);
  await validated(half, half);
  await expect(validated(half, half + 1)).rejects.toThrow(/too large to fit in a block/);
  early.close();
});
