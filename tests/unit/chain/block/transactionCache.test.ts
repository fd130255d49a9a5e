import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeWithoutProofs } from '$lib/chain/block/multiproof';
import { TransactionCache } from '$lib/chain/block/transactionCache';
import { hastings } from '$lib/chain/currency/currency';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { concatBytes } from '$lib/codec/bytes';
import { Reader } from '$lib/codec/reader';
import { ALICE, BOB, TestChain, testNetwork, v2AddressOf, v2InputOf } from '../../consensus/testChain';

const chain = new TestChain(testNetwork(1));
chain.growTo(6);
const [first, second] = chain.coins as [(typeof chain.coins)[number], (typeof chain.coins)[number]];
const spending = (coin: typeof first, fee = 1n): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  coinInputs: [v2InputOf(coin, ALICE)],
  coinOutputs: [{ value: coin.output.value, address: v2AddressOf(BOB) }],
  minerFee: hastings(fee)
});
const [one, two] = [spending(first), spending(second)];
/** Two consecutive transactions, as in a block. */
const inARow = (a: V2Transaction, b: V2Transaction) => concatBytes(encodeWithoutProofs(a), encodeWithoutProofs(b));

test('known transactions are returned as the same objects, in any order', () => {
  const cache = new TransactionCache([one]);
  cache.add(two);
  const r = new Reader(inARow(two, one));
  expect(cache.read(r)).toBe(two);
  expect(cache.read(r)).toBe(one);
  expect(r.left).toBe(0);
});

test.each([
  ['unknown', two],
  ['with the same input but another fee', spending(first, 2n)],
  ['without an input', { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(100) }]
])('a transaction %s is not found', (_, txn) => {
  const bytes = encodeWithoutProofs(txn);
  const r = new Reader(bytes);
  expect(new TransactionCache([one]).read(r)).toBeUndefined();
  expect(r.offset).toBe(0);
});

test('truncated bytes are not found', () => {
  const bytes = encodeWithoutProofs(one);
  const cache = new TransactionCache([one]);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), (length) => {
      expect(cache.read(new Reader(bytes.subarray(0, length)))).toBeUndefined();
    })
  );
});

test('transactions too short to spend anything are not cached', () => {
  const cache = new TransactionCache([EMPTY_V2_TRANSACTION]);
  expect(cache.read(new Reader(encodeWithoutProofs(EMPTY_V2_TRANSACTION)))).toBeUndefined();
});
