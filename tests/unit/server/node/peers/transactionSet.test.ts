import { expect, test, vi } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import { ZERO_HASH, type Hash256 } from '$lib/chain/ids';
import * as ids from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { unusable, withParents } from '$lib/server/node/peers/relay/transactionSet';
import { v2Entry } from '$lib/server/node/pool/poolEntry';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

// The real functions, counting their calls.
vi.mock('$lib/chain/transaction/v2TransactionIds', { spy: true });

/** Spends the first coin of the parents. */
function spending(...parents: readonly V2Transaction[]): V2Transaction {
  const inputs = parents.map((parent) => {
    const id = ids.v2CoinOutputId(ids.v2TransactionId(parent), 0);
    return {
      parent: { id } as CoinElement,
      satisfiedPolicy: { policy: { type: 'above', height: 0n }, signatures: [], preimages: [] }
    };
  });
  return { ...transaction(), coinInputs: inputs as V2Transaction['coinInputs'] };
}

let salt = 0;
const transaction = (): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  coinOutputs: [{ value: hastings(BigInt(++salt)), address: VOID_ADDRESS }]
});

test('a set contains the unconfirmed parents of its transactions first, each once, and nothing else', () => {
  const [first, other] = [transaction(), transaction()];
  const second = spending(first);
  const third = spending(first, second);
  const pool = { entries: [first, other, second, third].map(v2Entry) };
  expect(withParents(pool, [third])).toEqual([first, second, third]);
  expect(withParents(pool, [third, second])).toEqual([first, second, third]);
  expect(withParents(pool, [other])).toEqual([other]);
});

test('a line of unconfirmed transactions can be as long as the pool', () => {
  const line = [transaction()];
  while (line.length < 20_000) line.push(spending(line.at(-1)!));
  expect(withParents({ entries: line.map(v2Entry) }, [line.at(-1)!])).toEqual(line);
});

test('the pool is read once for all sets, however many peers receive one', () => {
  const pool = { entries: Array.from({ length: 50 }, () => v2Entry(transaction())) };
  vi.mocked(ids.v2CoinOutputId).mockClear();
  for (const entry of pool.entries) withParents(pool, [entry.txn as V2Transaction]);
  expect(ids.v2CoinOutputId).toHaveBeenCalledTimes(50);
});

test('a set is refused if an unconfirmed output in it has a proof, which can have any length', () => {
  const store = new ChainStore(':memory:');
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const { tip: basis } = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  const paid = TestChain.create().payment();
  const problemWith = (merkleProof: Hash256[]) => {
    const [input] = spending(paid).coinInputs;
    const stateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof };
    const onward = { ...transaction(), coinInputs: [{ ...input!, parent: { ...input!.parent, stateElement } }] };
    return unusable(store, basis, { basis, transactions: [paid, onward] });
  };
  expect(problemWith([])).toBeUndefined();
  expect(problemWith([ZERO_HASH])).toBe('an unconfirmed parent is not in the set');
  store.close();
});
