import { expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import type { ChainManager } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { v2Entry } from '$lib/server/node/pool/poolEntry';
import type { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { poolOutputs } from '$lib/server/node/wallet/poolView';

const { policy: address } = DEV_ADDRESSES;
const chain = { state: { fundTaxRevenue: hastings(7n) } } as ChainManager;

test('the outputs of the pool are indexed once per version of the pool', () => {
  const entry = v2Entry({ ...EMPTY_V2_TRANSACTION, coinOutputs: [{ value: hastings(5n), address }] });
  let reads = 0;
  const counted = {
    ...entry,
    get txn() {
      reads++;
      return entry.txn;
    }
  };
  const pool = { entries: [counted] } as unknown as TransactionPool;
  expect(poolOutputs(pool, chain).coinsOf(address)).toMatchObject([{ output: { value: 5n }, confirmations: 0 }]);
  const once = reads;
  expect(poolOutputs(pool, chain).coinsOf(address)).toHaveLength(1);
  expect(reads).toBe(once);
  const next = { entries: [counted] } as unknown as TransactionPool;
  expect(poolOutputs(next, chain).coinsOf(DEV_ADDRESSES.unlockConditions)).toEqual([]);
  expect(reads).toBeGreaterThan(once);
});
