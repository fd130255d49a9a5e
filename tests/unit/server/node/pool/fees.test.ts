import { describe, expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { transactionWeight } from '$lib/chain/block/weight';
import { hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID, ZERO_HASH, type BlockId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { currentFee, quarterFee, recommendedFee } from '$lib/server/node/pool/fees';
import type { ChainStore } from '$lib/server/node/store/store';

const MINIMUM = 10n ** 19n;
const QUARTER = MAX_BLOCK_WEIGHT / 4;
const empty: Block = {
  parentId: ZERO_BLOCK_ID,
  nonce: 0n,
  timestamp: unixSeconds(0),
  minerPayouts: [],
  transactions: []
};

/** A block of V2 transactions with these weights and fees. */
const paying = (...paid: (readonly [weight: number, fee: bigint])[]): Block => ({
  ...empty,
  v2: {
    height: 1,
    commitment: ZERO_HASH,
    transactions: paid.map(([weight, fee]) => ({
      ...EMPTY_V2_TRANSACTION,
      arbitraryData: new Uint8Array(weight),
      minerFee: hastings(fee)
    }))
  }
});
const [low, high] = [2n * MINIMUM, 5n * MINIMUM];
const rest = MAX_BLOCK_WEIGHT - QUARTER;

describe('the fee of the cheapest quarter of a block', () => {
  test.each<[string, Block, bigint]>([
    ['is none for an empty block', empty, MINIMUM],
    ['is none if more than a quarter is free', paying([rest - 1, high]), MINIMUM],
    ['is the lowest one if exactly a quarter is free', paying([rest, high]), high],
    ['is the next one if the cheapest fill exactly a quarter', paying([rest, high], [QUARTER, low]), high],
    ['is the lower one if the cheapest fill more', paying([rest - 1, high], [QUARTER + 1, low]), low],
    ['does not depend on the order', paying([QUARTER + 1, low], [rest - 1, high]), low],
    ['is lower than the minimum', paying([MAX_BLOCK_WEIGHT, 1n]), MINIMUM]
  ])('%s', (_, block, fee) => {
    expect(recommendedFee([quarterFee(block)], 0)).toBe(fee);
  });

  test('includes V1 transactions, each with all its fees', () => {
    const bare = {
      ...EMPTY_TRANSACTION,
      minerFees: [hastings(low), hastings(high)],
      arbitraryData: [new Uint8Array(0)]
    };
    const arbitraryData = [new Uint8Array(rest - transactionWeight(bare))];
    expect(quarterFee({ ...empty, transactions: [{ ...bare, arbitraryData }] })).toBe(low + high);
  });
});

test('of several blocks, the median counts, or the higher of the middle two', () => {
  expect(recommendedFee([high, low, 3n * MINIMUM], 0)).toBe(3n * MINIMUM);
  expect(recommendedFee([high, low], 0)).toBe(high);
  expect(recommendedFee([], 0)).toBe(MINIMUM);
});

// The cube of the pool's weight plus 10,000, in units of three million, each product rounded down.
test.each([
  [0, MINIMUM],
  [636_304, MINIMUM],
  [1_490_000, 125n * 10n ** 18n],
  [2_990_000, 10n ** 21n],
  [2_990_001, 1_000_001_000_000_333_333_369n]
])('a pool of weight %i requires %d', (weight, fee) => {
  expect(recommendedFee([], weight)).toBe(fee);
});

test('the recommended fee is the highest of minimum, pool and blocks', () => {
  const fee = 10n ** 21n + 1n;
  expect(recommendedFee([fee], 2_990_000)).toBe(fee);
  expect(recommendedFee([fee], 3_990_000)).toBeGreaterThan(fee);
});

test('each block of the window is read once, and those of another branch in addition', () => {
  const read: string[] = [];
  const best = Array.from({ length: 20 }, (_, height) => `block ${height}` as BlockId);
  const store = {
    blocks: { bestAt: (height: number) => best[height] },
    block: (id: string) => {
      expect(best).toContain(id);
      read.push(id);
      // Blocks below the tenth are pruned.
      return best.indexOf(id as BlockId) < 10 ? undefined : { block: paying([MAX_BLOCK_WEIGHT, high]) };
    }
  } as unknown as ChainStore;
  const feeAt = (height: number) => currentFee(store, { height, id: best[height]! }, 0);
  expect([feeAt(19), feeAt(19), feeAt(19)]).toEqual([high, high, high]);
  expect(read).toHaveLength(10);
  best[19] = 'another block' as BlockId;
  expect(feeAt(19)).toBe(high);
  expect(read.slice(10)).toEqual(['another block']);
  expect(feeAt(9)).toBe(MINIMUM);
  expect(feeAt(3)).toBe(MINIMUM);
});
