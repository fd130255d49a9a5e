import { expect, test, vi } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { ZERO_BLOCK_ID, ZERO_HASH, type TransactionId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { NO_BASIS, type TransactionSet } from '$lib/api/wallet-server/schemas';
import { ConsensusError, type RuleCode } from '$lib/consensus/errors';
import { needsCommitmentCheck } from '$lib/server/node/chain/commitmentCheck';
import { BlockRefusedError, InvalidTransactionError, PoolFullError, SetTooLongError } from '$lib/server/node/errors';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { walletPoolHandlers, type WalletPoolParts } from '$lib/server/node/handlers/walletPool';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

// Anyone may submit blocks: without hashing their V1 transactions, it cannot be told whether they have work.
const addBlock = vi.fn(() => Promise.resolve('side'));
const handlers = walletPoolHandlers({ chain: { addBlock } } as unknown as WalletPoolParts);

const submit = (count: number, signal = new AbortController().signal) => {
  const transactions = Array.from({ length: count }, () => ({ ...EMPTY_TRANSACTION }));
  const block = { parentId: ZERO_BLOCK_ID, nonce: 0n, timestamp: unixSeconds(0), minerPayouts: [], transactions };
  return handlers.broadcastBlock({ params: {}, query: {}, body: block }, { signal } as never);
};

test('a block of many V1 transactions is hashed in steps, which end with its client', async () => {
  await expect(submit(1_000, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  expect(addBlock).not.toHaveBeenCalled();
  await expect(submit(1_000)).rejects.toMatchObject({ code: 'wallet-server/v1-block' });
  expect(addBlock).toHaveBeenCalledOnce();
});

test('one of more than fit into a block is refused before that', async () => {
  addBlock.mockClear();
  await expect(submit(30_000)).rejects.toMatchObject({ message: expect.stringContaining('exceeds maximum weight') });
  expect(addBlock).not.toHaveBeenCalled();
});

test('a block whose very many transactions are not its own is refused before the chain validates it', async () => {
  const best = TestChain.create();
  const block = best.next();
  const store = { blocks: { place: () => ({ status: 'full' }) }, state: () => best.tip };
  const chain = { network: testPreset.network, addBlock };
  const { broadcastBlock } = walletPoolHandlers({ store, chain } as unknown as WalletPoolParts);
  const submitWith = (count: number) => {
    const transactions = new Array<V2Transaction>(count).fill(EMPTY_V2_TRANSACTION);
    return broadcastBlock(
      { params: {}, query: {}, body: { ...block, v2: { ...block.v2!, transactions } } },
      {} as never
    );
  };
  addBlock.mockClear();
  await expect(submitWith(10_001)).rejects.toMatchObject({
    code: 'wallet-server/block-invalid',
    data: { rule: 'commitment hash mismatch' }
  });
  expect(addBlock).not.toHaveBeenCalled();
  await submitWith(10_000);
  expect(addBlock).toHaveBeenCalledOnce();
});

test.each<[string, (count: number) => Partial<Block>]>([
  ['V1 transactions', (count) => ({ transactions: new Array(count).fill(EMPTY_TRANSACTION) })],
  ['coin inputs', (count) => withV2({ coinInputs: new Array(count - 2) })],
  ['fund inputs', (count) => withV2({ fundInputs: new Array(count - 2) })]
])('a block is long if it has more than 10,000 %s, with other transactions counted', (_, parts) => {
  expect(needsCommitmentCheck({ transactions: [], ...parts(10_000) } as unknown as Block)).toBe(false);
  expect(needsCommitmentCheck({ transactions: [], ...parts(10_001) } as unknown as Block)).toBe(true);
});

const ID = '11'.repeat(32) as TransactionId;
const TIP = { height: 7, id: ZERO_BLOCK_ID };
const echo = (set: TransactionSet) => Promise.resolve({ ...set, fresh: new Set<TransactionId>() });
const POOL = { add: vi.fn(echo) };

/** Two V2 transactions, the second of which has these parts. */
function withV2(parts: Partial<V2Transaction>): Partial<Block> {
  const transactions = [EMPTY_V2_TRANSACTION, { ...EMPTY_V2_TRANSACTION, ...parts }];
  return { v2: { height: 1, commitment: ZERO_HASH, transactions } };
}

/** The answer to a broadcast, or the error. */
async function broadcast(set: Partial<TransactionSet>, parts: object = {}, allowVoid?: boolean): Promise<unknown> {
  const store = { coins: { get: spentIs('coin') }, funds: { get: spentIs('fund') } };
  const all = { store, chain: { tip: TIP }, pool: POOL, ...parts } as unknown as WalletPoolParts;
  const body = { basis: TIP, transactions: [], v2Transactions: [], ...set };
  const request = { params: {}, query: { allowVoid }, body } as never;
  try {
    return await walletPoolHandlers(all).broadcast(request, {} as never);
  } catch (error) {
    return error;
  }
}

/** Outputs named `spent` were spent in a block, those named `unspent` were not; others are not on the chain. */
const spentIs = (kind: string) => (id: string) =>
  id === `spent ${kind}` ? { spent: 3 } : id === `unspent ${kind}` ? { spent: undefined } : undefined;
const spending = (...ids: string[]): V2Transaction => {
  const inputs = (kind: string) => ids.filter((id) => id.endsWith(kind)).map((id) => ({ parent: { id } }));
  return {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: inputs('coin') as unknown as V2Transaction['coinInputs'],
    fundInputs: inputs('fund') as unknown as V2Transaction['fundInputs']
  };
};

test.each<[string, RuleCode, 1 | 2, string[], string]>([
  ['spends a coin that a block spent', 'v2/double-spend', 2, ['unspent coin', 'spent coin'], 'proof-invalid'],
  ['spends fund units that a block spent', 'v2/double-spend', 2, ['unspent fund', 'spent fund'], 'proof-invalid'],
  [
    'spends what the pool spends',
    'v2/double-spend',
    2,
    ['unspent coin', 'unspent fund', 'new coin', 'new fund'],
    'v2-transaction-invalid'
  ],
  ['has a parent that does not exist', 'v2/unknown-parent', 2, ['new coin'], 'proof-invalid'],
  ['breaks another rule', 'v2/unbalanced-coins', 2, ['spent coin'], 'v2-transaction-invalid'],
  ['breaks a rule of V1', 'txn/unbalanced-coins', 1, [], 'transaction-invalid'],
  ['is of V1 after its end', 'txn/v1-not-allowed', 1, [], 'v1-not-allowed']
] as const)('a transaction that %s is refused like by the network’s servers', async (_, rule, version, spent, code) => {
  const failure = new InvalidTransactionError(ID, version, new ConsensusError(rule, 'its rule'));
  const pool = { add: () => Promise.reject(failure) };
  const error = await broadcast({ v2Transactions: [EMPTY_V2_TRANSACTION, spending(...spent)] }, { pool });
  expect(error).toMatchObject({ code: `wallet-server/${code}`, data: { id: ID }, cause: failure });
});

test.each<[string, Error, object]>([
  ['full', new PoolFullError(5, 6), { code: 'wallet-server/pool-full', data: { size: 5, maxSize: 6 } }],
  ['too small', new SetTooLongError(9), { code: 'wallet-server/set-too-long', data: { most: 9 } }],
  ['broken', new Error('a fault'), new Error('a fault')]
])('a pool that is %s refuses with the reason', async (_, failure, expected) => {
  const pool = { add: () => Promise.reject(failure) };
  expect(await broadcast({ v2Transactions: [EMPTY_V2_TRANSACTION] }, { pool })).toMatchObject(expected);
});

const OUTPUTS = [{ value: 1n, address: DEV_ADDRESSES.policy }] as never;
const VOID_OUTPUTS = [{ value: 1n, address: VOID_ADDRESS }] as never;
test.each<[string, Partial<TransactionSet>]>([
  ['coins by V1', { transactions: [EMPTY_TRANSACTION, { ...EMPTY_TRANSACTION, coinOutputs: VOID_OUTPUTS }] }],
  ['fund units by V1', { transactions: [{ ...EMPTY_TRANSACTION, fundOutputs: VOID_OUTPUTS }] }],
  ['coins by V2', { v2Transactions: [{ ...EMPTY_V2_TRANSACTION, coinOutputs: VOID_OUTPUTS }] }],
  ['fund units by V2', { v2Transactions: [{ ...EMPTY_V2_TRANSACTION, fundOutputs: VOID_OUTPUTS }] }]
])('paying %s to nobody needs to be allowed', async (_, set) => {
  POOL.add.mockClear();
  expect(await broadcast(set)).toMatchObject({ code: 'wallet-server/pays-void' });
  expect(await broadcast(set, {}, false)).toMatchObject({ code: 'wallet-server/pays-void' });
  expect(POOL.add).not.toHaveBeenCalled();
  expect(await broadcast(set, {}, true)).toEqual({ basis: TIP, transactions: [], v2Transactions: [], ...set });
});

test('an empty set is returned without its basis', async () => {
  POOL.add.mockClear();
  expect(await broadcast({})).toEqual({ basis: NO_BASIS, transactions: [], v2Transactions: [] });
  expect(POOL.add).not.toHaveBeenCalled();
});

test.each<[string, Partial<TransactionSet>]>([
  ['transaction set', { transactions: [{ ...EMPTY_TRANSACTION, coinOutputs: OUTPUTS }] }],
  ['v2 transaction set', { transactions: [EMPTY_TRANSACTION], v2Transactions: [EMPTY_V2_TRANSACTION] }]
])('a server that acts like one without peers accepts a %s, and reports that it was not relayed', async (what, set) => {
  POOL.add.mockClear();
  expect(await broadcast(set)).toEqual({ basis: TIP, transactions: [], v2Transactions: [], ...set });
  POOL.add.mockClear();
  const error = await broadcast(set, { failWithoutPeers: true });
  expect(error).toMatchObject({ code: 'wallet-server/no-peers', data: { what } });
  expect(POOL.add).toHaveBeenCalledOnce();
});

test.each([
  ['best', true, 'wallet-server/no-peers'],
  ['known', true, undefined],
  ['best', false, undefined]
])('a block that is %s then, to a server without peers: %s', async (outcome, failWithoutPeers, code) => {
  const parts = { chain: { addBlock: () => Promise.resolve(outcome) }, failWithoutPeers };
  const block = {
    ...{ parentId: ZERO_BLOCK_ID, nonce: 0n, timestamp: unixSeconds(0), minerPayouts: [], transactions: [] },
    v2: { height: 1n, commitment: ID, transactions: [] }
  };
  const { broadcastBlock } = walletPoolHandlers(parts as unknown as WalletPoolParts);
  const answer = broadcastBlock({ params: {}, query: {}, body: block } as never, {} as never);
  if (code === undefined) expect(await answer).toBeUndefined();
  else await expect(answer).rejects.toMatchObject({ code, data: { what: 'block outline' } });
});

const FAULT = new Error('a fault');
test.each<[string, Error, object]>([
  ['breaks a rule', new ConsensusError('block/too-heavy', 'its rule'), { code: 'wallet-server/block-invalid' }],
  [
    'is not accepted',
    new BlockRefusedError('chain/unknown-parent', ZERO_BLOCK_ID, 'its rule'),
    { code: 'wallet-server/block-invalid' }
  ],
  ['cannot be stored', FAULT, FAULT]
])('a block that %s is refused with the reason', async (_, failure, expected) => {
  addBlock.mockRejectedValueOnce(failure);
  await expect(submit(1)).rejects.toMatchObject(expected);
  addBlock.mockRejectedValueOnce(failure);
  if (failure !== FAULT) await expect(submit(1)).rejects.toMatchObject({ data: { rule: 'its rule' }, cause: failure });
});
