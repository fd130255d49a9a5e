import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type ChainIndex, type CoinElement } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { fundOutputId } from '$lib/chain/transaction/transactionIds';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { buildTemplate } from '$lib/mining/work/template';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { DiskFullError } from '$lib/server/node/store/sqliteError';
import { carryUnknown } from '$lib/server/node/pool/poolProofs';
import { rebaseTransactions } from '$lib/server/node/pool/rebase';
import { TestChain, testPreset } from '../support/peers/testChain';
import { solveBlock } from '../support/solve';

const store = new ChainStore(':memory:');
const chain = new ChainManager({
  store,
  ...networkPreset('test', TEST_GENESIS_TIMESTAMP),
  clock: Date.now,
  signatures: new SignatureChecker(() => expect.fail('no block here has signatures'))
});
const { network } = chain;
while (chain.tip.height < 145) {
  const parts = { network, state: chain.state, transactions: [], v2Transactions: [] };
  const now = unixSeconds(TEST_GENESIS_TIMESTAMP + 600 * (chain.tip.height + 1));
  const { block } = buildTemplate(parts, DEV_ADDRESSES.policy, now, (n) => new Uint8Array(n));
  await chain.addBlock(solveBlock(network, chain.state, block));
}
const at = (height: number) => ({ height, id: store.blocks.bestAt(height)! });
const unknown = 'ab'.repeat(32) as BlockId;

describe('transactions are rebased', () => {
  test.each([
    ['forward, by a day of blocks', at(0), at(144)],
    ['back, by a day of blocks', at(145), at(1)],
    ['not at all', at(7), at(7)]
  ])('%s, in one step per block', (_, basis, target) => {
    const work = rebaseTransactions(store, network, { basis, target, transactions: [] });
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps++;
    expect(step.value).toEqual([]);
    expect(steps).toBe(Math.abs(target.height - basis.height));
  });

  test.each([
    ['further forward', at(0), at(145), /145::.* is more than 144 blocks from the basis/],
    ['further back', at(145), at(0), /0::.* is more than 144 blocks from the basis/],
    ['from an unknown block', { height: 3, id: unknown }, at(5), /missing block at index 3::abab/],
    ['to an unknown block', at(3), { height: 5, id: unknown }, /missing block at index 5::abab/],
    ['to a block at another height', at(3), { ...at(5), height: 6 }, /missing block at index 6::/]
  ])('not %s, which is clear before the first step', (_, basis, target, message) => {
    const work = rebaseTransactions(store, network, { basis, target, transactions: [] });
    expect(() => work.next()).toThrow(
      expect.objectContaining({ code: 'node/rebase', message: expect.stringMatching(message) as string })
    );
  });

  test('not if the target is reverted in the meantime', () => {
    const work = rebaseTransactions(store, network, { basis: at(3), target: at(6), transactions: [] });
    work.next();
    vi.spyOn(store.blocks, 'bestAt').mockReturnValueOnce(unknown);
    expect(() => work.next()).toThrow(/missing block at index 6::/);
  });

  test('not if there are more than fit into a block', () => {
    const many = (length: number) => ({
      basis: at(3),
      target: at(3),
      transactions: new Array<V2Transaction>(length).fill(EMPTY_V2_TRANSACTION)
    });
    expect(rebaseTransactions(store, network, many(8_000)).next()).toHaveProperty('value.length', 8_000);
    expect(() => rebaseTransactions(store, network, many(8_001)).next()).toThrow(
      expect.objectContaining({ code: 'node/rebase' })
    );
  });
});

test('other work gets a turn after every 500 transactions that are updated for a block', () => {
  const transactions = new Array<V2Transaction>(1_001).fill(EMPTY_V2_TRANSACTION);
  expect([...rebaseTransactions(store, network, { basis: at(3), target: at(4), transactions })]).toHaveLength(1 + 2);
});

test('a transaction is not taken for impossible to rebase because of a fault of ours', () => {
  const broken = { ...EMPTY_V2_TRANSACTION, coinInputs: undefined } as unknown as V2Transaction;
  const work = rebaseTransactions(store, network, { basis: at(3), target: at(4), transactions: [broken] });
  expect(() => [...work]).toThrow(TypeError);
});

describe('proofs of elements from before a checkpoint', () => {
  const [tip, below] = [at(145), at(110)];
  const { numLeaves } = store.state(tip.id)!.elements;
  const spending = (leafIndex: bigint): V2Transaction => {
    const parent = {
      id: leafIndex.toString(16).padStart(64, '0'),
      stateElement: store.tree.stateElement(leafIndex, numLeaves)
    };
    return { ...EMPTY_V2_TRANSACTION, coinInputs: [{ parent }] as unknown as V2Transaction['coinInputs'] };
  };
  const allOf = <T>(work: Generator<void, T>): T => {
    let step = work.next();
    while (!step.done) step = work.next();
    return step.value;
  };
  const rebased = (transactions: readonly V2Transaction[]) =>
    allOf(rebaseTransactions(store, network, { basis: tip, target: below, transactions }));
  const carried = (given: readonly V2Transaction[], basis = tip, target = below) =>
    allOf(carryUnknown(store, network, given, basis, target));
  const [old, created] = [spending(2n), spending(numLeaves - 1n)];
  beforeEach(() => {
    vi.spyOn(store, 'unknownLeaves', 'get').mockReturnValue(numLeaves);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('are rebased to the target', () => {
    expect(carried([old])).toEqual(rebased([old]));
    expect(carried([old])).not.toEqual([old]);
  });

  test('stay as they are if they cannot be rebased, while others are', () => {
    expect(() => rebased([created])).toThrow(expect.objectContaining({ code: 'node/rebase' }));
    expect(carried([created, old, created])).toEqual([created, ...rebased([old]), created]);
  });

  test('are the only ones that are rebased', () => {
    vi.spyOn(store, 'unknownLeaves', 'get').mockReturnValue(3n);
    const later = spending(3n);
    expect(carried([later, old])).toEqual([later, ...rebased([old])]);
    expect(carried([later], { ...tip, id: unknown })).toEqual([later]);
  });

  test('stay as they are at the same block, which need not be stored', () => {
    const elsewhere = { height: 3, id: unknown };
    expect(carried([old], elsewhere, elsewhere)).toEqual([old]);
  });

  test('cannot be rebased from an unknown block', () => {
    expect(carried([old], { ...tip, id: unknown })).toBeUndefined();
  });

  test('are not taken for impossible to rebase because the store failed', () => {
    vi.spyOn(store, 'state').mockImplementation(() => {
      throw new DiskFullError();
    });
    expect(() => carried([old])).toThrow(DiskFullError);
  });
});

describe('a payment is rebased', () => {
  const LENGTH = 11;
  const FORK = 4;
  const best = TestChain.create().extend(FORK);
  const branch = best.fork(FORK, 7).extend(3);
  const before = best.payment();
  const [input] = before.coinInputs;
  const spender = best.payment();
  // The change of the payment, spent before it is confirmed.
  const change: CoinElement = {
    id: v2CoinOutputId(v2TransactionId(spender), 0),
    output: spender.coinOutputs[0]!,
    maturityHeight: 0n,
    stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] }
  };
  const chained: V2Transaction = {
    ...spender,
    coinInputs: [{ ...input!, parent: change }],
    coinOutputs: [{ ...spender.coinOutputs[0]!, value: hastings(1n) }]
  };
  let payments: ChainStore;
  beforeAll(async () => {
    payments = new ChainStore(':memory:');
    const parts = { store: payments, ...testPreset, clock: Date.now };
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    const manager = new ChainManager({ ...parts, signatures });
    await manager.addBlocks(best.blocks.slice(1));
    await manager.addBlocks(branch.blocks.slice(FORK + 1));
    expect(manager.tip).toEqual(branch.tip.index);
    best.add(best.next([spender]));
    best.extend(LENGTH - FORK - 1);
    await manager.addBlocks(best.blocks.slice(FORK + 1));
    expect(manager.tip).toEqual(best.tip.index);
  });
  afterAll(() => payments.close());

  const rebasedTo = (transactions: readonly V2Transaction[], basis: ChainIndex, target: ChainIndex) => {
    const work = rebaseTransactions(payments, testPreset.network, { basis, target, transactions });
    let step = work.next();
    while (!step.done) step = work.next();
    return step.value;
  };
  const index = (height: number) => best.states[height]!.index;
  const proofAt = (chain: TestChain, height: number): V2Transaction => {
    const parent = chain.coins[height]!;
    return { ...before, coinInputs: [{ ...input!, parent }] };
  };

  test('forward and back, along the best chain and from a branch', () => {
    expect(rebasedTo([proofAt(best, 1)], index(1), index(FORK))).toEqual([proofAt(best, FORK)]);
    expect(rebasedTo([proofAt(best, FORK)], index(FORK), index(1))).toEqual([proofAt(best, 1)]);
    expect(rebasedTo([proofAt(branch, FORK + 3)], branch.tip.index, index(2))).toEqual([proofAt(best, 2)]);
  });

  test('not past the block that spends the same output', () => {
    expect(() => rebasedTo([proofAt(best, FORK)], index(FORK), index(FORK + 1))).toThrow(/ is spent$/);
  });

  test('nor past the block that spends the same fund output', async () => {
    const funds = new ChainStore(':memory:');
    try {
      const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
      const manager = new ChainManager({ store: funds, ...testPreset, clock: Date.now, signatures });
      const stored = funds.funds.get(fundOutputId(testPreset.genesis.transactions[0]!, 1))!.element;
      const parent = funds.prove(stored, manager.state.elements.numLeaves);
      const { satisfiedPolicy } = input!;
      const spender: V2Transaction = {
        ...EMPTY_V2_TRANSACTION,
        fundInputs: [{ parent, claimAddress: parent.output.address, satisfiedPolicy }],
        fundOutputs: [parent.output]
      };
      const basis = manager.tip;
      expect(await manager.addBlock(TestChain.create().next([spender]))).toBe('best');
      const request = { basis, target: manager.tip, transactions: [spender] };
      expect(() => [...rebaseTransactions(funds, testPreset.network, request)]).toThrow(/ is spent$/);
    } finally {
      funds.close();
    }
  });

  test('of an unconfirmed output to the block that creates it, and beyond', () => {
    const [atBlock] = rebasedTo([chained], index(FORK), index(FORK + 1));
    const placed = payments.coins.get(change.id)!.element.stateElement.leafIndex;
    expect(atBlock!.coinInputs[0]!.parent.stateElement.leafIndex).toBe(placed);
    const atTip = payments.tree.stateElement(placed, best.tip.elements.numLeaves);
    const [beyond] = rebasedTo([chained], index(FORK), index(LENGTH));
    expect(beyond!.coinInputs[0]!.parent.stateElement).toEqual(atTip);
    expect(rebasedTo([chained], branch.tip.index, index(LENGTH))).toEqual([beyond]);
    expect(rebasedTo([chained], index(2), index(FORK))).toEqual([chained]);
    expect(rebasedTo([chained], index(FORK), index(2))).toEqual([chained]);
  });

  test('not back past the block that creates the output', () => {
    const [atBlock] = rebasedTo([chained], index(FORK), index(FORK + 1));
    expect(() => rebasedTo([atBlock!], index(FORK + 1), index(FORK))).toThrow(/ no longer exists$/);
  });

  test('from a branch by a day of blocks, back and forward together', async () => {
    const [HALF, DAY] = [71, 144];
    const one = TestChain.create().extend(HALF);
    const other = TestChain.create(testPreset, 7).extend(DAY - HALF + 1);
    const both = new ChainStore(':memory:');
    try {
      const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
      const manager = new ChainManager({ store: both, ...testPreset, clock: Date.now, signatures });
      for (const { blocks } of [one, other]) await manager.addBlocks(blocks.slice(1));
      expect(manager.tip).toEqual(other.tip.index);
      const stepsTo = (height: number) => {
        const request = { basis: one.tip.index, target: other.states[height]!.index, transactions: [] };
        return [...rebaseTransactions(both, testPreset.network, request)].length;
      };
      expect(stepsTo(DAY - HALF)).toBe(DAY);
      expect(() => stepsTo(DAY - HALF + 1)).toThrow(/ is more than 144 blocks from the basis$/);
    } finally {
      both.close();
    }
  });

  test('not through pruned blocks', () => {
    vi.spyOn(payments, 'firstBody', 'get').mockReturnValue(3);
    try {
      expect(rebasedTo([], index(2), index(3))).toEqual([]);
      expect(rebasedTo([], index(3), index(2))).toEqual([]);
      expect(() => rebasedTo([], index(1), index(2))).toThrow('missing block at height 2');
      expect(() => rebasedTo([], index(2), index(1))).toThrow('missing block at height 2');
    } finally {
      vi.restoreAllMocks();
    }
  });
});
