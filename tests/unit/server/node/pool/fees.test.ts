import { describe, expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { transactionWeight } from '$lib/chain/block/weight';
import { hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID, ZERO_HASH } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { recommendedFee } from '$lib/server/node/pool/fees';

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
    expect(recommendedFee([block], 0)).toBe(fee);
  });

  test('includes V1 transactions, each with all its fees', () => {
    const bare = {
      ...EMPTY_TRANSACTION,
      minerFees: [hastings(low), hastings(high)],
      arbitraryData: [new Uint8Array(0)]
    };
    const arbitraryData = [new Uint8Array(rest - transactionWeight(bare))];
    expect(recommendedFee([{ ...empty, transactions: [{ ...bare, arbitraryData }] }], 0)).toBe(low + high);
  });
});

test('of several blocks, the median counts, or the higher of the middle two', () => {
  const [cheap, middle, dear] = [low, 3n * MINIMUM, high].map((fee) => paying([MAX_BLOCK_WEIGHT, fee])) as [
    Block,
    Block,
    Block
  ];
  expect(recommendedFee([dear, cheap, middle], 0)).toBe(3n * MINIMUM);
  expect(recommendedFee([dear, cheap], 0)).toBe(high);
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
  const block = paying([MAX_BLOCK_WEIGHT, 10n ** 21n + 1n]);
  expect(recommendedFee([block], 2_990_000)).toBe(10n ** 21n + 1n);
  expect(recommendedFee([block], 3_990_000)).toBeGreaterThan(10n ** 21n + 1n);
});
