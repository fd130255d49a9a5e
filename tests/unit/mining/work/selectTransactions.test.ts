import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { MAX_BLOCK_WEIGHT, MAX_SENT_BLOCK_BYTES } from '$lib/chain/block/maxWeight';
import { transactionsWithMultiproof } from '$lib/chain/block/multiproof';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import type { FileContractId, Hash256 } from '$lib/chain/ids';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { coinOutputId, fileContractId, fundOutputId } from '$lib/chain/transaction/transactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import {
  v2CoinOutputIds,
  v2FileContractId,
  v2FundOutputId,
  v2RenewalId,
  v2TransactionId
} from '$lib/chain/transaction/v2TransactionIds';
import { encodedLength } from '$lib/codec/layout';
import { selectInSteps, selectTransactions, type Selection } from '$lib/mining/work/selectTransactions';
import { signedContract } from '../../../support/contracts';

const NOTHING: Selection = { transactions: [], v2Transactions: [] };
let salt = 0;

/** A transaction of this weight that spends the first output of each parent. */
function transaction(fee: number, weight: number, parents: readonly V2Transaction[] = []): V2Transaction {
  const bare: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: parents.map((parent) => ({
      parent: {
        id: v2CoinOutputIds(parent)[0]!,
        stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
        output: { value: hastings(1n), address: VOID_ADDRESS },
        maturityHeight: 0n
      },
      satisfiedPolicy: { policy: { type: 'above', height: 1n }, signatures: [], preimages: [] }
    })),
    coinOutputs: [{ value: hastings(BigInt(++salt)), address: VOID_ADDRESS }],
    minerFee: hastings(BigInt(fee))
  };
  return { ...bare, arbitraryData: new Uint8Array(weight - v2TransactionWeight(bare)) };
}

/** Indexes in the pool of the selected transactions. */
function select(v2Transactions: V2Transaction[], reserved = NOTHING): number[] {
  const selected = selectTransactions({ transactions: [], v2Transactions }, reserved, undefined);
  return selected.v2Transactions.map((txn) => v2Transactions.indexOf(txn));
}

const HALF = MAX_BLOCK_WEIGHT / 2;

test('selects the best-paying independent transactions, in pool order', () => {
  const [cheap, good, best] = [transaction(1, HALF - 500), transaction(2, HALF - 500), transaction(3, HALF - 500)];
  expect(select([cheap, good, best])).toEqual([1, 2]);
  expect(select([best, cheap, good])).toEqual([0, 2]);
});

test('prefers earlier ones among those that pay the same', () => {
  const weights = Array.from({ length: 5 }, () => transaction(1, HALF - 500));
  expect(select(weights)).toEqual([0, 1]);
});

test('a child pays for its parent', () => {
  const parent = transaction(0, HALF - 500);
  const child = transaction(100, 1000, [parent]);
  const other = transaction(10, HALF + 1000);
  expect(select([other, parent, child])).toEqual([1, 2]);
});

test('a child and its parent are rated by the fees for their combined weight', () => {
  const other = transaction(150, HALF);
  const parent = transaction(0, 600_000);
  const child = transaction(100, 500_000, [parent]);
  expect(select([other, parent, child])).toEqual([0, 1]);
});

test.each([
  ['more', 1],
  ['less', 0]
])('a child that pays %s than its parent, which does not fit, is left out, and others use the space', (_, fee) => {
  const first = transaction(1000, HALF);
  const parent = transaction(1, HALF + 1000);
  const child = transaction(fee, 1000, [parent]);
  const small = transaction(0, 1000);
  expect(select([first, parent, child, small])).toEqual([0, 3]);
});

test('a chain longer than a block is included as far as it fits', () => {
  const chain: V2Transaction[] = [];
  // Each pays more than the one before: the whole chain is worth most.
  for (let i = 0; i < 300; i++) chain.push(transaction(i, 10_000, chain.slice(-1)));
  const taken = select(chain);
  expect(taken).toEqual(Array.from({ length: MAX_BLOCK_WEIGHT / 10_000 }, (_, i) => i));
});

test('reserved space is kept', () => {
  const reserved = { transactions: [], v2Transactions: [transaction(0, HALF)] };
  const pool = [transaction(5000, HALF - 2000), transaction(4, 5000)];
  expect(select(pool, reserved)).toEqual([0]);
});

test('handles 50 transactions in a step', () => {
  const stepsOf = (count: number): number => {
    const v2Transactions = Array.from({ length: count }, () => transaction(1, 10_000));
    const steps = selectInSteps({ transactions: [], v2Transactions }, NOTHING, undefined);
    let taken = 0;
    while (!steps.next().done) taken++;
    return taken;
  };
  expect(stepsOf(200)).toBe(4);
  // The 200 that fit and the next; the components and rates of 500; 1 to sort; the best and the first 100 misfits.
  expect(stepsOf(500)).toBe(5 + 10 + 10 + 1 + 6);
});

test('a limit in bytes counts each transaction, including reserved ones', () => {
  const limit = {
    maxBytes: 1_000,
    emptyBlockBytes: 100,
    transactionBytes: () => expect.fail('no V1 transaction here'),
    v2TransactionBytes: () => 299
  };
  const pool = Array.from({ length: 5 }, () => transaction(1, 1000));
  const count = (reserved: Selection) =>
    selectTransactions({ transactions: [], v2Transactions: pool }, reserved, limit).v2Transactions.length;
  // Including a comma each: 900 bytes hold three.
  expect(count(NOTHING)).toBe(3);
  expect(count({ transactions: [], v2Transactions: [transaction(0, 1000)] })).toBe(2);
});

test('no more proofs are selected than every peer accepts in a block', () => {
  // In a tall tree, leaves far from each other share few hashes.
  const merkleProof = Array.from({ length: 40 }, () => 'ab'.repeat(32) as Hash256);
  const pool = Array.from({ length: 5_500 }, (_, i): V2Transaction => {
    const [input] = transaction(i, 1000, [transaction(0, 100)]).coinInputs;
    const leafIndex = (BigInt(i) * 0x9e3779b97f4a7c15n) & (2n ** 40n - 1n);
    const parent = { ...input!.parent, stateElement: { leafIndex, merkleProof } };
    return { ...EMPTY_V2_TRANSACTION, coinInputs: [{ ...input!, parent }], minerFee: hastings(BigInt(i)) };
  });
  const { v2Transactions } = selectTransactions({ transactions: [], v2Transactions: pool }, NOTHING, undefined);
  const size = encodedLength(transactionsWithMultiproof, v2Transactions);
  expect(size).toBeGreaterThan(0.99 * MAX_SENT_BLOCK_BYTES);
  expect(size).toBeLessThan(MAX_SENT_BLOCK_BYTES);
  // The best-paying ones.
  expect(v2Transactions.at(-1)).toBe(pool.at(-1));
});

describe('the plain choice', () => {
  /** Transactions connected by spending, in pool order. */
  function componentsOf(pool: readonly V2Transaction[]): V2Transaction[][] {
    const components: V2Transaction[][] = [];
    for (const txn of pool) {
      const spent = txn.coinInputs.map(({ parent }) => parent.id as string);
      const isRelated = (other: V2Transaction) =>
        v2CoinOutputIds(other).some((id) => spent.includes(id)) ||
        other.coinInputs.some(({ parent }) => spent.includes(parent.id));
      const related = components.filter((component) => component.some(isRelated));
      const joined = pool.filter((one) => one === txn || related.some((component) => component.includes(one)));
      components.splice(0, components.length, ...components.filter((one) => !related.includes(one)), joined);
    }
    return components;
  }
  const feeOf = (chunk: readonly V2Transaction[]) => chunk.reduce((sum, txn) => sum + txn.minerFee, 0n);
  const weightOf = (chunk: readonly V2Transaction[]) =>
    BigInt(chunk.reduce((sum, txn) => sum + v2TransactionWeight(txn), 0));
  const advantage = (a: readonly V2Transaction[], b: readonly V2Transaction[]): number =>
    Number(feeOf(a) * weightOf(b) - feeOf(b) * weightOf(a));

  /** Each component in chunks that pay less and less; all chunks by rate, then by component. */
  function plainly(pool: readonly V2Transaction[]): number[] {
    const chunks: { readonly component: number; readonly items: V2Transaction[] }[] = [];
    const components = componentsOf(pool).toSorted((a, b) => pool.indexOf(a[0]!) - pool.indexOf(b[0]!));
    components.forEach((members, component) => {
      const line: V2Transaction[][] = [];
      for (const txn of members) {
        line.push([txn]);
        while (line.length > 1 && advantage(line.at(-1)!, line.at(-2)!) > 0) line.push(line.splice(-2).flat());
      }
      chunks.push(...line.map((items) => ({ component, items })));
    });
    const chosen: V2Transaction[] = [];
    const closed = new Set<number>();
    let room = MAX_BLOCK_WEIGHT;
    for (const { component, items } of chunks.toSorted((a, b) => advantage(b.items, a.items))) {
      for (const txn of closed.has(component) ? [] : items) {
        if (v2TransactionWeight(txn) > room) {
          closed.add(component);
          break;
        }
        room -= v2TransactionWeight(txn);
        chosen.push(txn);
      }
    }
    return chosen.map((txn) => pool.indexOf(txn)).toSorted((a, b) => a - b);
  }

  const drafts = fc.array(
    fc.record({ fee: fc.nat(1_000), weight: fc.integer({ min: 20_000, max: 400_000 }), parent: fc.nat(20) }),
    { minLength: 1, maxLength: 60 }
  );

  test('is what the choice in steps amounts to', () => {
    fc.assert(
      fc.property(drafts, (each) => {
        const pool: V2Transaction[] = [];
        for (const { fee, weight, parent } of each) {
          const isChild = parent > 0 && parent <= pool.length;
          pool.push(transaction(fee, weight, isChild ? [pool.at(-parent)!] : []));
        }
        expect(select(pool)).toEqual(plainly(pool));
      })
    );
  });
});

describe('of both generations', () => {
  /** A V1 transaction of this weight, with these parts. */
  function v1(fees: readonly number[], weight: number, parts: Partial<Transaction> = {}): Transaction {
    const bare: Transaction = {
      ...EMPTY_TRANSACTION,
      ...parts,
      minerFees: fees.map((fee) => hastings(BigInt(fee))),
      arbitraryData: [Uint8Array.of(++salt & 255, salt >> 8)]
    };
    const data = new Uint8Array(weight - transactionWeight(bare) + 2);
    data.set(bare.arbitraryData[0]!);
    return { ...bare, arbitraryData: [data] };
  }
  const select = (transactions: Transaction[], v2Transactions: V2Transaction[]) => {
    const selected = selectTransactions({ transactions, v2Transactions }, NOTHING, undefined);
    return [
      selected.transactions.map((txn) => transactions.indexOf(txn)),
      selected.v2Transactions.map((txn) => v2Transactions.indexOf(txn))
    ];
  };
  const unlockConditions = { timelock: 0n, publicKeys: [], signaturesRequired: 0n };
  const output = { value: hastings(1n), address: VOID_ADDRESS };
  const fund = { value: fundUnits(1n), address: VOID_ADDRESS };

  test('all are included if all fit', () => {
    expect(select([v1([1], 1000), v1([2], 1000)], [transaction(3, 1000)])).toEqual([[0, 1], [0]]);
  });

  test('the best-paying for their weight come first, counting all V1 fees', () => {
    expect(select([v1([1, 2], HALF - 500), v1([1], HALF - 500)], [transaction(2, HALF - 500)])).toEqual([[0], [0]]);
    expect(select([v1([1], HALF - 500), v1([2, 2], HALF - 500)], [transaction(3, HALF - 500)])).toEqual([[1], [0]]);
  });

  test('each counts toward a limit in bytes', () => {
    const limit = {
      maxBytes: 1_000,
      emptyBlockBytes: 100,
      transactionBytes: () => 399,
      v2TransactionBytes: () => 99
    };
    const pool = {
      transactions: [v1([9], 1000), v1([9], 1000), v1([9], 1000)],
      v2Transactions: [transaction(1, 1000)]
    };
    const { transactions, v2Transactions } = selectTransactions(pool, NOTHING, limit);
    expect([transactions.length, v2Transactions.length]).toEqual([2, 1]);
  });

  const coinParent = v1([0], HALF - 500, { coinOutputs: [output] });
  const fundParent = v1([0], HALF - 500, { fundOutputs: [fund] });
  test.each([
    [
      'coins',
      coinParent,
      v1([100], 1000, { coinInputs: [{ parentId: coinOutputId(coinParent, 0), unlockConditions }] })
    ],
    [
      'fund units',
      fundParent,
      v1([100], 1000, {
        fundInputs: [{ parentId: fundOutputId(fundParent, 0), unlockConditions, claimAddress: VOID_ADDRESS }]
      })
    ]
  ])('spending %s of V1 pays for the transaction that created them', (_, parent, child) => {
    expect(select([v1([10], HALF + 1000), parent, child], [])).toEqual([[1, 2], []]);
  });

  test('spending fund units of V2 pays for the transaction that created them', () => {
    const made = { ...transaction(0, HALF - 800), fundOutputs: [fund] };
    const child: V2Transaction = {
      ...transaction(100, 1000),
      fundInputs: [
        {
          parent: {
            id: v2FundOutputId(v2TransactionId(made), 0),
            stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
            output: fund,
            claimStart: hastings(0n)
          },
          claimAddress: VOID_ADDRESS,
          satisfiedPolicy: { policy: { type: 'above', height: 1n }, signatures: [], preimages: [] }
        }
      ]
    };
    expect(select([], [transaction(10, HALF + 1000), made, child])).toEqual([[], [1, 2]]);
  });

  const contract = {
    filesize: 0n,
    fileMerkleRoot: '00'.repeat(32) as Hash256,
    windowStart: 10n,
    windowEnd: 20n,
    payout: hastings(1n),
    validProofOutputs: [],
    missedProofOutputs: [],
    unlockHash: VOID_ADDRESS,
    revisionNumber: 0n
  };
  const former = v1([0], HALF - 800, { fileContracts: [contract] });
  const formed = fileContractId(former, 0);
  const revising: Partial<Transaction> = {
    fileContractRevisions: [{ ...contract, parentId: formed, unlockConditions, revisionNumber: 1n }]
  };
  const proving: Partial<Transaction> = {
    storageProofs: [{ parentId: formed, leaf: new Uint8Array(64), proof: [] }]
  };
  test.each([
    ['revises a contract', former, revising],
    ['proves a contract', former, proving],
    ['proves a contract that was revised before', v1([0], HALF - 800, revising), proving]
  ])('one that %s of V1 pays for the earlier one', (_, parent, parts) => {
    expect(select([v1([10], HALF + 1000), parent, v1([100], 1600, parts)], [])).toEqual([[1, 2], []]);
  });

  describe('contracts of V2', () => {
    const v2 = (fee: number, weight: number, parts: Partial<V2Transaction>): V2Transaction => {
      const bare = { ...transaction(fee, 1000), arbitraryData: new Uint8Array(), ...parts };
      return { ...bare, arbitraryData: new Uint8Array(weight - v2TransactionWeight(bare)) };
    };
    const contract = signedContract({ proofHeight: 10n, expirationHeight: 20n });
    const elementOf = (id: FileContractId) => ({
      id,
      stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
      fileContract: contract
    });
    const former = v2(0, HALF - 1000, { fileContracts: [contract] });
    const formed = v2FileContractId(v2TransactionId(former), 0);
    const revising = { fileContractRevisions: [{ parent: elementOf(formed), revision: contract }] };
    const ending = (id: FileContractId) => ({
      fileContractResolutions: [{ parent: elementOf(id), resolution: { type: 'expiration' } as const }]
    });
    test.each<[string, V2Transaction, Partial<V2Transaction>]>([
      ['revises one', former, revising],
      ['resolves one', former, ending(formed)],
      ['resolves one that was revised before', v2(0, HALF - 1000, revising), ending(formed)],
      ['resolves one that was created by a renewal', v2(0, HALF - 1000, ending(formed)), ending(v2RenewalId(formed))]
    ])('one that %s pays for the earlier one', (_, parent, parts) => {
      expect(select([], [v2(10, HALF + 1000, {}), parent, v2(100, 2000, parts)])).toEqual([[], [1, 2]]);
    });
  });
});
