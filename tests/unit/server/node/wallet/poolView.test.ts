import { expect, test, vi } from 'vitest';
import { StepQueue } from '$lib/async/stepQueue';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type CoinOutputId, type FundOutputId } from '$lib/chain/ids';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { ChainManager } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { v1Entry, v2Entry } from '$lib/server/node/pool/poolEntry';
import type { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { poolOutputs, unconfirmedEvents } from '$lib/server/node/wallet/poolView';

const { policy: address } = DEV_ADDRESSES;
const unlockConditions = { timelock: 0n, publicKeys: [], signaturesRequired: 0n };
const chain = { state: { fundTaxRevenue: hastings(7n) } } as ChainManager;

test('the outputs of the pool are indexed once, until entries are removed; those of additions are added', () => {
  const entry = v2Entry({ ...EMPTY_V2_TRANSACTION, coinOutputs: [{ value: hastings(5n), address }] });
  let reads = 0;
  const counted = {
    ...entry,
    get txn() {
      reads++;
      return entry.txn;
    }
  };
  const pool = { entries: [counted], generation: 1 };
  const values = () =>
    poolOutputs(pool as unknown as TransactionPool, chain)
      .coinsOf(address)
      .map(({ output }) => output.value);
  expect(values()).toEqual([5n]);
  const once = reads;
  const added = { ...EMPTY_V2_TRANSACTION, coinOutputs: [{ value: hastings(6n), address }] };
  pool.entries = [counted, v2Entry(added) as typeof counted];
  expect([values(), reads]).toEqual([[5n, 6n], once]);
  pool.entries = pool.entries.slice(1);
  pool.generation++;
  expect(values()).toEqual([6n]);
  const [output] = added.coinOutputs;
  const stateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };
  const parent = { id: v2CoinOutputId(v2TransactionId(added), 0), output: output!, stateElement, maturityHeight: 0n };
  const satisfiedPolicy = { policy: { type: 'above', height: 0n } as const, signatures: [], preimages: [] };
  const spender = v2Entry({ ...EMPTY_V2_TRANSACTION, coinInputs: [{ parent, satisfiedPolicy }] });
  pool.entries = [...pool.entries, spender as typeof counted];
  expect(values()).toEqual([]);
});

test('outputs that the pool spends are listed with the place on the chain that their transactions state', () => {
  const spend = (leafIndex: bigint) => ({
    parent: {
      id: leafIndex.toString().padStart(64, '0') as CoinOutputId,
      stateElement: { leafIndex, merkleProof: [] },
      output: { value: hastings(1n), address },
      maturityHeight: 0n
    },
    satisfiedPolicy: { policy: { type: 'above', height: 0n } as const, signatures: [], preimages: [] }
  });
  const txn = { ...EMPTY_V2_TRANSACTION, coinInputs: [spend(7n), spend(UNASSIGNED_LEAF_INDEX)] };
  const pool = { entries: [v2Entry(txn)], generation: 1 } as unknown as TransactionPool;
  expect(poolOutputs(pool, chain).spentOf(address)).toMatchObject([{ leafIndex: 7n }]);
});

test('outputs that a V1 transaction spends are those of the address of its unlock conditions', () => {
  const [coin, fund] = ['c'.repeat(64) as CoinOutputId, 'f'.repeat(64) as FundOutputId];
  const txn: Transaction = {
    ...EMPTY_TRANSACTION,
    coinInputs: [{ parentId: coin, unlockConditions }],
    fundInputs: [{ parentId: fund, unlockConditions, claimAddress: address }]
  };
  const pool = { entries: [v1Entry(txn)], generation: 1 } as unknown as TransactionPool;
  const { spentOf } = poolOutputs(pool, chain);
  expect(spentOf(unlockHash(unlockConditions)).map(({ id }) => id)).toEqual([coin, fund]);
  expect(spentOf(address)).toEqual([]);
});

test('an unconfirmed V1 transaction is listed with the outputs on the chain that it spends', async () => {
  const inputs = (kind: string) =>
    [`${kind} on the chain`, `unconfirmed ${kind}`].map((parentId) => ({ parentId, unlockConditions }));
  const txn = {
    ...EMPTY_TRANSACTION,
    coinInputs: inputs('coin'),
    fundInputs: inputs('fund')
  } as unknown as Transaction;
  const get = (id: string) => (id.endsWith('chain') ? { element: `the ${id}` } : undefined);
  const store = { coins: { get }, funds: { get } };
  const entry = { version: 1, id: '11', txn };
  const untilSettled = vi.fn<() => Generator<void>>(function* () {});
  const pool = { entries: [entry], untilSettled };
  const source = { store, pool, chain: { tip: { height: 7 } }, clock: () => 5_999 };
  const steps = unconfirmedEvents(source as unknown as Parameters<typeof unconfirmedEvents>[0], () => []);
  // A request that waits for its turn has read nothing.
  steps.next();
  expect(untilSettled).not.toHaveBeenCalled();
  expect(await new StepQueue().run(steps)).toEqual([
    {
      ...{ id: '11', index: { height: 8, id: ZERO_BLOCK_ID }, confirmations: 0, maturityHeight: 8, timestamp: 5 },
      relevant: [],
      data: {
        type: 'v1Transaction',
        transaction: txn,
        spentCoins: ['the coin on the chain'],
        spentFunds: ['the fund on the chain']
      }
    }
  ]);
});
