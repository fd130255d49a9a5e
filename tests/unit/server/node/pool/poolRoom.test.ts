import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { CoinOutputId, FileContractId, TransactionId } from '$lib/chain/ids';
import { hastings } from '$lib/chain/currency/currency';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId } from '$lib/chain/transaction/v2TransactionIds';
import { feeOf, v2Entry, type PoolEntry } from '$lib/server/node/pool/poolEntry';
import { hasRoomFor, worthKeeping } from '$lib/server/node/pool/poolRoom';
import { revising, signedContract } from '../../../../support/contracts';

/** A tenth of the minimum recommended fee. */
const STEP = 10n ** 18n;
const NEARLY_FULL = 15_000_000;

const entry = (feePerWeight: bigint, weight = 1_000): PoolEntry => ({
  version: 2,
  id: '' as TransactionId,
  weight,
  size: Math.max(weight, 250),
  txn: { ...EMPTY_V2_TRANSACTION, minerFee: hastings(feePerWeight * BigInt(weight)) }
});

test.each<[string, PoolEntry[], PoolEntry[], number, boolean]>([
  ['a free set while the pool is below one full block', [entry(0n)], [entry(STEP)], 1_999_999, true],
  ['a free set above that', [entry(0n)], [entry(0n)], 2_000_000, false],
  ['a set that pays one step', [entry(STEP)], [entry(9n * STEP)], NEARLY_FULL - 1, true],
  ['a set that pays one step, from seven and a half blocks on', [entry(STEP)], [entry(9n * STEP)], NEARLY_FULL, false],
  [
    'a set that pays one step more than the worst',
    [entry(3n * STEP)],
    [entry(9n * STEP), entry(2n * STEP)],
    NEARLY_FULL,
    true
  ],
  ['a set that pays slightly less', [entry(3n * STEP - 1n)], [entry(2n * STEP), entry(9n * STEP)], NEARLY_FULL, false],
  ['a free transaction with one that pays for both', [entry(0n), entry(2n * STEP)], [entry(0n, 7)], NEARLY_FULL, true],
  [
    'a free transaction with one that pays only for itself',
    [entry(0n), entry(STEP)],
    [entry(0n, 7)],
    NEARLY_FULL,
    false
  ],
  ['a free set in an empty pool', [entry(0n)], [], NEARLY_FULL, true],
  ['a free set as large as a block in an empty pool', [entry(0n, 2_000_000)], [], 0, true],
  ['a free set larger than a block in an empty pool', [entry(0n, 2_000_001)], [], 0, false],
  ['a free set of more transactions than a block of payments', Array(8_001).fill(entry(0n, 1)), [], 0, false],
  ['the same if it pays', [entry(3n * STEP, 2_000_000), ...Array(8_001).fill(entry(0n, 1))], [], 0, true]
])('room for %s', (_, set, waiting, weight, expected) => {
  expect(hasRoomFor(set, waiting, weight)).toBe(expected);
});

/** How often the size of a {@link measured} entry was read. */
let reads = 0;
const measured = (rate: bigint): PoolEntry =>
  Object.defineProperty({ ...entry(rate, 10_000) }, 'size', {
    get: () => {
      reads++;
      return 10_000;
    }
  });

test.each([NEARLY_FULL, 19_999_000])(
  'a set that pays too little costs the same with any pool, of %i bytes',
  (poolSize) => {
    reads = 0;
    const waiting = Array.from({ length: 2_000 }, (_, i) => measured(BigInt(5 + (i % 100)) * STEP));
    // More than the worst ones, but less than those that a full pool keeps.
    const rate = poolSize === NEARLY_FULL ? 5n * STEP : 20n * STEP;
    expect(hasRoomFor([entry(rate)], waiting, poolSize)).toBe(false);
    reads = 0;
    for (let i = 0; i < 10; i++) expect(hasRoomFor([entry(rate)], waiting, poolSize)).toBe(false);
    expect(reads).toBeLessThan(waiting.length);
  }
);

test.each([
  ['nearly full', 19_990_000],
  ['full', 20_000_000]
])('what pays more than a pool drops that is %s needs the room that better-paying entries leave', (_, poolSize) => {
  reads = 0;
  // A full pool keeps the first 1,499, and has 10,000 bytes left.
  const waiting = Array.from({ length: 1_999 }, (_, i) => measured(i < 1_499 ? 100n * STEP : STEP));
  const room = (...sizes: number[]) =>
    hasRoomFor(
      sizes.map((size) => entry(50n * STEP, size)),
      waiting,
      poolSize
    );
  expect([room(9_999), room(4_000, 5_999), room(10_000), room(4_000, 6_000)]).toEqual([true, true, false, false]);
  reads = 0;
  // If it is too little, it costs the same with any pool.
  for (let i = 0; i < 20; i++) expect(room(6_000, 6_000)).toBe(false);
  expect(reads).toBeLessThan(waiting.length);
});

test('a set larger than what is left is refused even if the pool is far from full', () => {
  const waiting = [entry(100n * STEP, 14_000_000)];
  const [large, small] = [entry(9n * STEP, 5_000_000), entry(9n * STEP, 1_500_000)];
  expect(hasRoomFor([large, small], waiting, 14_000_000)).toBe(false);
  expect(hasRoomFor([small], waiting, 14_000_000)).toBe(true);
});

describe('revisions of one contract', () => {
  const contract = {
    id: '11'.repeat(32) as FileContractId,
    stateElement: { leafIndex: 0n, merkleProof: [] },
    fileContract: signedContract({ proofHeight: 10n, expirationHeight: 20n })
  };
  const revised = (entry: PoolEntry, revisionNumber: bigint): PoolEntry => {
    const txn = revising(contract, { ...contract.fileContract, revisionNumber });
    return { ...entry, version: 2, txn: { ...txn, minerFee: hastings(feeOf(entry)) } };
  };
  const first = revised(entry(STEP, 1_000), 1n);
  const rest = [entry(9n * STEP, 14_000_000), entry(2n * STEP, 5_999_000)];

  test('are dropped from a full pool together: one may depend on the one before', () => {
    const second = revised(entry(99n * STEP, 1_000), 2n);
    expect(worthKeeping([first, ...rest, second], 20_000_000)).toEqual([rest[0]]);
  });

  test('are refused if the pool would drop the one before for them', () => {
    const second = revised(entry(99n * STEP, 1_000), 2n);
    expect(hasRoomFor([second], [first, ...rest], 20_000_000)).toBe(false);
    expect(hasRoomFor([entry(99n * STEP, 1_000)], [first, ...rest], 20_000_000)).toBe(true);
    expect(hasRoomFor([entry(99n * STEP, 1_000), second], [first, ...rest], 20_000_000)).toBe(false);
  });

  test('are accepted if the pool has room for the one before as well', () => {
    const paying = revised(entry(50n * STEP, 1_000), 1n);
    expect(hasRoomFor([revised(entry(99n * STEP, 1_000), 2n)], [paying, ...rest], 20_000_000)).toBe(true);
  });

  test.each([
    [13_999_000, false],
    [13_998_999, true]
  ])('need room for the one before, of which %i bytes that pay more leave enough: %s', (better, expected) => {
    const [paying, second] = [revised(entry(5n * STEP, 1_000), 1n), revised(entry(99n * STEP, 1_000_000), 2n)];
    const waiting = [paying, entry(9n * STEP, better), entry(2n * STEP, 5_000_000)];
    expect(hasRoomFor([second], waiting, 20_000_000)).toBe(expected);
  });

  test('need no room for the one before if that is confirmed', () => {
    const second = revised(entry(99n * STEP, 1_000), 2n);
    expect(hasRoomFor([second], rest, 20_000_000)).toBe(true);
  });
});

test('a full pool keeps the best-paying seven and a half blocks, in order', () => {
  const rates = [5n, 1n, 4n, 2n, 3n];
  const entries = rates.map((rate) => entry(rate, 4_000_000));
  expect(worthKeeping(entries, 19_999_999)).toBe(entries);
  expect(worthKeeping(entries, 20_000_000)).toEqual([entries[0], entries[2], entries[4]]);
});

test('a full pool keeps less than seven and a half blocks', () => {
  const entries = [5n, 4n, 3n, 2n].map((rate) => entry(rate, 5_000_000));
  expect(worthKeeping(entries, 20_000_000)).toEqual(entries.slice(0, 2));
});

test('a full pool drops what spends an output of a dropped transaction, and nothing else for it', () => {
  const parent = v2Entry({
    ...EMPTY_V2_TRANSACTION,
    coinOutputs: [{ value: hastings(1n), address: VOID_ADDRESS }],
    minerFee: hastings(STEP)
  });
  const id = v2CoinOutputId(parent.id, 0);
  const spending = (outputId: CoinOutputId): PoolEntry => {
    const paying = entry(99n * STEP);
    const coinInputs = [{ parent: { id: outputId } }] as unknown as V2Transaction['coinInputs'];
    return { ...paying, version: 2, txn: { ...EMPTY_V2_TRANSACTION, coinInputs, minerFee: hastings(feeOf(paying)) } };
  };
  const [child, other] = [spending(id), spending('ab'.repeat(32) as CoinOutputId)];
  const rest = [entry(9n * STEP, 14_000_000), entry(2n * STEP, 5_999_000)];
  expect(worthKeeping([parent, ...rest, child, other], 20_000_000)).toEqual([rest[0], other]);
});

test('of entries that pay the same, a full pool keeps the earlier ones', () => {
  const entries = Array.from({ length: 5 }, () => entry(STEP, 4_000_000));
  expect(worthKeeping(entries, 20_000_000).map((kept) => entries.indexOf(kept))).toEqual([0, 1, 2]);
});

describe('a transaction of one byte, which counts like a small payment,', () => {
  // More for its weight than the payment, but less for its size.
  const tiny = entry(260n * STEP, 1);
  const payment = entry(2n * STEP);

  test('is dropped before payments that pay more for their size', () => {
    const payments = Array.from({ length: 14_000 }, () => ({ ...payment }));
    const flood = Array.from({ length: 24_000 }, () => ({ ...tiny }));
    expect(worthKeeping([...flood, ...payments], 20_000_000).slice(-14_000)).toEqual(payments);
  });

  test('is the worst-paying one, which a new set has to outbid', () => {
    expect(hasRoomFor([entry((5n * STEP) / 2n)], [tiny, payment], NEARLY_FULL)).toBe(true);
  });
});
