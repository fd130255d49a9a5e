import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runAtOnce } from '$lib/async/stepQueue';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import {
  UNASSIGNED_LEAF_INDEX,
  type ChainIndex,
  type CoinElement,
  type FundElement,
  type StateElement
} from '$lib/chain/element/elements';
import type { V2FileContractElement } from '$lib/chain/element/fileContract';
import { ZERO_BLOCK_ID, ZERO_HASH, type BlockId, type Hash256 } from '$lib/chain/ids';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import * as ids from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { genesisState } from '$lib/consensus/state';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { distance, unusableInSteps, withParents, withParentsIn } from '$lib/server/node/peers/relay/transactionSet';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { v1Entry, v2Entry } from '$lib/server/node/pool/poolEntry';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { formation, signedContract } from '../../../../support/contracts';
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

const unusable = (...args: Parameters<typeof unusableInSteps>) => runAtOnce(unusableInSteps(...args));

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
  expect(withParentsIn([first, other, second, third], [third])).toEqual([first, second, third]);
});

test('a set contains no V1 transactions, and no parents that are not in the pool', () => {
  const [confirmed, first] = [transaction(), transaction()];
  const second = spending(confirmed, first);
  const pool = { entries: [v1Entry(EMPTY_TRANSACTION), ...[first, second].map(v2Entry)] };
  expect(withParents(pool, [second])).toEqual([first, second]);
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

test('the proofs of a set are verified in steps of 2,000 hashes', () => {
  const store = new ChainStore(':memory:');
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const { tip: basis } = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  const paid = TestChain.create().payment();
  const [input] = paid.coinInputs;
  const atOnce = Math.ceil(2_000 / (1 + input!.parent.stateElement.merkleProof.length));
  const stepsOf = (count: number) => {
    const transactions = [
      { ...paid, coinInputs: new Array<typeof input>(count).fill(input) as V2Transaction['coinInputs'] }
    ];
    return [...unusableInSteps(store, basis, { basis, transactions })].length;
  };
  expect([atOnce, atOnce + 1, 2 * atOnce, 2 * atOnce + 1].map(stepsOf)).toEqual([0, 1, 1, 2]);
  store.close();
});

describe('a set of transactions', () => {
  const chain = TestChain.create();
  const contract = signedContract({ proofHeight: 20n, expirationHeight: 30n });
  const forming = formation(chain.coins[0]!, contract);
  const [applied, beside] = [chain.add(chain.next([forming])).extend(1), chain.fork(0, 7).extend(1)];
  let store: ChainStore;
  let elements: ReturnType<typeof elementsAtTip>;
  beforeAll(async () => {
    store = new ChainStore(':memory:');
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    const manager = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
    await manager.addBlocks(applied.blocks.slice(1));
    await manager.addBlocks(beside.blocks.slice(1));
    expect(manager.tip).toEqual(applied.tip.index);
    elements = elementsAtTip();
  });
  afterAll(() => store.close());

  const tip = (): ChainIndex => applied.tip.index;
  function elementsAtTip() {
    const { numLeaves } = applied.tip.elements;
    const page = { offset: 0, limit: 1 };
    const id = ids.v2FileContractId(ids.v2TransactionId(forming), 0);
    return {
      coin: store.prove(store.coins.maturePage(DEV_ADDRESSES.unlockConditions, 2, page)[0]!.element, numLeaves),
      fund: store.prove(store.funds.page(DEV_ADDRESSES.policy, page)[0]!.element, numLeaves),
      contract: store.prove(store.contracts.getV2(id)!.element, numLeaves)
    };
  }
  const satisfiedPolicy = { policy: { type: 'above', height: 0n }, signatures: [], preimages: [] } as const;
  const claimAddress = VOID_ADDRESS;
  type Element = { readonly stateElement: StateElement };
  /** A transaction of each kind that refers to an element, of which only the proof is looked at. */
  const uses: Record<string, { of: () => Element; with: (parent: Element) => Partial<V2Transaction> }> = {
    'a coin input': {
      of: () => elements.coin,
      with: (parent) => ({ coinInputs: [{ parent: parent as CoinElement, satisfiedPolicy }] })
    },
    'a fund input': {
      of: () => elements.fund,
      with: (parent) => ({ fundInputs: [{ parent: parent as FundElement, claimAddress, satisfiedPolicy }] })
    },
    'a revision': {
      of: () => elements.contract,
      with: (parent) => ({
        fileContractRevisions: [{ parent: parent as V2FileContractElement, revision: contract }]
      })
    },
    'a resolution': {
      of: () => elements.contract,
      with: (parent) => ({
        fileContractResolutions: [{ parent: parent as V2FileContractElement, resolution: { type: 'expiration' } }]
      })
    }
  };
  const problemWith = (...transactions: readonly Partial<V2Transaction>[]) =>
    unusable(store, tip(), {
      basis: tip(),
      transactions: transactions.map((content) => ({ ...EMPTY_V2_TRANSACTION, ...content }))
    });
  const forged = <E extends Element>(element: E): E => ({
    ...element,
    stateElement: { ...element.stateElement, merkleProof: element.stateElement.merkleProof.map(() => ZERO_HASH) }
  });

  test.each(Object.keys(uses))('is refused if the proof of %s is invalid', (kind) => {
    const { of, with: using } = uses[kind]!;
    expect(problemWith(using(of()))).toBeUndefined();
    expect(problemWith(using(forged(of())))).toBe('a proof is invalid');
    expect(problemWith(using(of()), using(forged(of())))).toBe('a proof is invalid');
  });

  test('is refused if a storage proof has an invalid proof of its block', () => {
    const resolving = (id: BlockId): Partial<V2Transaction> => {
      const { numLeaves } = applied.tip.elements;
      const stateElement = store.tree.stateElement(numLeaves - 1n, numLeaves);
      const proofIndex = { id, stateElement, chainIndex: { height: BigInt(tip().height), id } };
      const storageProof = { proofIndex, leaf: new Uint8Array(64), proof: [] };
      const resolution = { type: 'storageProof', storageProof } as const;
      return { fileContractResolutions: [{ parent: elements.contract, resolution }] };
    };
    expect(problemWith(resolving(tip().id))).toBeUndefined();
    expect(problemWith(resolving(ZERO_BLOCK_ID))).toBe('a proof is invalid');
  });

  test('is refused if it spends an unconfirmed output that no earlier one creates', () => {
    const stateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };
    const creating = transaction();
    const [spendingCoin] = spending(creating).coinInputs;
    const onward = { coinInputs: [{ ...spendingCoin!, parent: { ...spendingCoin!.parent, stateElement } }] };
    expect(problemWith(creating, onward)).toBeUndefined();
    const missing = 'an unconfirmed parent is not in the set';
    expect(problemWith(onward, creating)).toBe(missing);
    expect(problemWith(creating, uses['a coin input']!.with(elements.coin), onward)).toBeUndefined();
    // Fund outputs cannot be spent before they are confirmed.
    const fund = { ...elements.fund, stateElement };
    expect(problemWith(uses['a fund input']!.with(fund))).toBe(missing);
    expect(problemWith(creating, { ...onward, ...uses['a fund input']!.with(fund) })).toBe(missing);
  });

  test.each<[string, () => ChainIndex, string | undefined]>([
    ['the tip', tip, undefined],
    ['an unknown block', () => ({ ...tip(), id: ZERO_BLOCK_ID }), 'unknown basis'],
    ['a block that was never on the best chain', () => beside.tip.index, 'basis never applied'],
    ['a block at another height', () => ({ ...tip(), height: 1 }), 'wrong height of the basis']
  ])('that is valid at %s: %o', (_, basis, problem) => {
    expect(unusable(store, tip(), { basis: basis(), transactions: [] })).toBe(problem);
  });

  test('that is valid at the parent of a checkpoint, of which only the state is stored, is refused', () => {
    const parentState = genesisState(testPreset.network);
    const checkpoint = vi.spyOn(store.checkpoint, 'get').mockReturnValue({ id: applied.idAt(0), parentState });
    const problem = unusable(store, tip(), { basis: parentState.index, transactions: [] });
    checkpoint.mockRestore();
    expect(problem).toBe('basis never applied');
  });

  test.each([
    [146, undefined],
    [147, 'basis too far away']
  ])('is refused more than a day of blocks before the tip: at height %i', (height, problem) => {
    expect(unusable(store, { ...tip(), height }, { basis: tip(), transactions: [] })).toBe(problem);
  });
});

describe('the distance from a basis', () => {
  /** Branches of these lengths from the first block of a best chain, whose tip is at height 200. */
  const branchOf = (length: number) => {
    const place = (id: string) => {
      const height = Number(id);
      return height > 1 + length ? undefined : { parentId: `${height - 1}` };
    };
    const store = { blocks: { bestAt: (height: number) => (height <= 1 ? `${height}` : 'another'), place } };
    const basis = { height: 1 + length, id: `${1 + length}` as BlockId };
    return (tipHeight: number, from = basis) =>
      distance(store as unknown as ChainStore, { height: tipHeight, id: ZERO_BLOCK_ID }, from);
  };

  test('is that to the fork and from there to the tip', () => {
    expect(branchOf(0)(1)).toBe(0);
    expect(branchOf(0)(9)).toBe(8);
    expect(branchOf(3)(9)).toBe(3 + 8);
    expect(branchOf(144)(1)).toBe(144);
  });

  test('is too long for a branch of more than a day, and for an unknown block', () => {
    expect(branchOf(145)(1)).toBe(145);
    expect(branchOf(1_000)(1)).toBe(145);
    expect(branchOf(3)(9, { height: 5, id: '5' as BlockId })).toBe(145);
  });
});
