import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain } from '../support/peers/testChain';

// Anyone may send transactions without inputs: they cost nothing.
let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
let salt: number;

beforeEach(() => {
  salt = 0;
  store = new ChainStore(':memory:');
  const signatures = new SignatureChecker((checks) =>
    Promise.resolve(checks.map((check) => verifySignature(check.publicKey, check.message, check.signature)))
  );
  const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
  chain = new ChainManager({ store, ...preset, clock: Date.now, signatures });
  pool = new TransactionPool({ store, chain, signatures });
});

afterEach(() => {
  pool.close();
  store.close();
});

/** Data only; each starts with different bytes, and so has its own id. */
function free(): V2Transaction {
  const arbitraryData = new Uint8Array(20);
  new DataView(arbitraryData.buffer).setUint32(0, ++salt);
  return { ...EMPTY_V2_TRANSACTION, arbitraryData };
}

/** More than its inputs: never valid. */
const invalid = (): V2Transaction => ({ ...free(), minerFee: hastings(1n) });

const add = (...v2Transactions: V2Transaction[]) => pool.add({ transactions: [], v2Transactions });

test('a transaction costs the same, however many are pending', async () => {
  const validated = vi.spyOn(chain.validatedTransactions, 'has');
  const COUNT = 300;
  for (let i = 0; i < COUNT; i++) await add(free());
  expect(pool.v2Transactions).toHaveLength(COUNT);
  // A pool that validates everything again makes 45,000 checks.
  expect(validated.mock.calls.length).toBeLessThan(5 * COUNT);
});

test('a rejected set costs nothing of the pending ones and leaves nothing behind', async () => {
  for (let i = 0; i < 50; i++) await add(free());
  const validated = vi.spyOn(chain.validatedTransactions, 'has');
  const [version, weight, good] = [pool.version, pool.weight, free()];
  for (let i = 0; i < 20; i++)
    await expect(add(good, invalid())).rejects.toMatchObject({ code: 'v2/unbalanced-coins' });
  expect([pool.version, pool.weight, pool.entries.length]).toEqual([version, weight, 50]);
  expect(validated.mock.calls.length).toBeLessThan(200);
  await add(good);
  expect(pool.entries.at(-1)?.id).toBe(v2TransactionId(good));
});

test('beyond one full block, the pool accepts only paying transactions', async () => {
  for (const arbitraryData of [1, 2].map((byte) => new Uint8Array(1_500_000).fill(byte))) {
    await add({ ...EMPTY_V2_TRANSACTION, arbitraryData });
  }
  const validated = vi.spyOn(chain.validatedTransactions, 'has');
  for (let i = 0; i < 3; i++) await expect(add(free())).rejects.toMatchObject({ code: 'pool/full' });
  // Neither the new ones nor the pending ones are validated.
  expect(validated).not.toHaveBeenCalled();
  expect(pool.entries).toHaveLength(2);
  const paying = TestChain.create().payment();
  await add(paying);
  expect(pool.entries.at(-1)?.id).toBe(v2TransactionId(paying));
});

test('transactions of a few bytes fill the pool like payments', async () => {
  const tiny = (): V2Transaction => ({ ...free(), arbitraryData: free().arbitraryData.subarray(0, 4) });
  const flood = Array.from({ length: 8_001 }, tiny);
  const validated = vi.spyOn(chain.validatedTransactions, 'has');
  await expect(add(...flood)).rejects.toMatchObject({ code: 'pool/set-too-long' });
  expect(validated).not.toHaveBeenCalled();
  await add(...flood.slice(1));
  await expect(add(flood[0]!)).rejects.toMatchObject({ code: 'pool/full' });
  expect([pool.entries.length, pool.weight]).toEqual([8_000, 32_000]);
});

test('more transactions than fit into a block are refused unread', async () => {
  const unread = new Proxy(EMPTY_V2_TRANSACTION, {
    get() {
      throw new Error('read');
    }
  });
  const set = new Array<V2Transaction>(8_001).fill(unread);
  await expect(add(...set)).rejects.toMatchObject({ code: 'pool/set-too-long' });
});

test('a pending transaction is not added twice, alone or in a set', async () => {
  const [first, second] = [free(), free()];
  await add(first);
  const { v2Transactions } = await add(first, second, second);
  expect(v2Transactions.map(v2TransactionId)).toEqual([first, second].map(v2TransactionId));
  expect(pool.entries).toHaveLength(2);
});
