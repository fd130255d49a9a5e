import { describe, expect, test } from 'vitest';
import type { ChainState } from '$lib/chain/block/state';
import { UNASSIGNED_LEAF_INDEX, type StateElement } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { hasCurrentProofs, hasUnknown, refreshContracts, refreshProofs } from '$lib/server/node/pool/poolProofs';
import type { ChainStore } from '$lib/server/node/store/store';

const NUM_LEAVES = 100n;
/** Leaves of blocks before the checkpoint. */
const UNKNOWN = 40n;
const state = { elements: { numLeaves: NUM_LEAVES } } as ChainState;

const [ONE, TWO, OLD] = ['1', '2', '0'].map((digit) => digit.repeat(64)) as [Hash256, Hash256, Hash256];
const at = (leafIndex: bigint, merkleProof: Hash256[] = [OLD]): StateElement => ({ leafIndex, merkleProof });
/** As the store proves a leaf at the tip. */
const proven = (leafIndex: bigint): StateElement => at(leafIndex, [ONE, TWO]);
const EPHEMERAL = at(UNASSIGNED_LEAF_INDEX, []);

/** A store with a checkpoint, and with an element of each kind; ids begin with their kind. */
function storeWith(unknownLeaves = UNKNOWN) {
  const read: string[] = [];
  const stored = (leafIndex: bigint, fileContract?: string) => (id: string) => {
    read.push(id);
    return id.endsWith('stored')
      ? { element: { fileContract, stateElement: { leafIndex, merkleProof: [] } } }
      : undefined;
  };
  const store = {
    unknownLeaves,
    tree: {
      stateElement: (leafIndex: bigint, numLeaves: bigint) =>
        numLeaves === NUM_LEAVES ? proven(leafIndex) : at(leafIndex)
    },
    coins: { get: stored(50n) },
    funds: { get: stored(51n) },
    contracts: { getV2: stored(52n, 'at the tip') }
  };
  return { store: store as unknown as ChainStore, read };
}

type Kind = 'coin' | 'fund' | 'revised contract' | 'resolved contract' | 'block';
const KINDS: readonly Kind[] = ['coin', 'fund', 'revised contract', 'resolved contract', 'block'];

/** A transaction that refers to one element of this kind. */
function referringTo(kind: Kind, id: string, stateElement: StateElement): V2Transaction {
  const parent = { id, stateElement, fileContract: 'as offered' };
  const contents: Record<Kind, object> = {
    coin: { coinInputs: [{ parent }] },
    fund: { fundInputs: [{ parent }] },
    'revised contract': { fileContractRevisions: [{ parent }] },
    'resolved contract': { fileContractResolutions: [{ parent, resolution: { type: 'expiration' } }] },
    block: {
      fileContractResolutions: [
        {
          parent: { ...parent, id: 'stored', stateElement: proven(52n) },
          resolution: { type: 'storageProof', storageProof: { proofIndex: { id, stateElement } } }
        }
      ]
    }
  };
  return { ...EMPTY_V2_TRANSACTION, ...contents[kind] };
}

describe.each(KINDS)('a transaction that refers to a %s', (kind) => {
  const leaf = { coin: 50n, fund: 51n, 'revised contract': 52n, 'resolved contract': 52n, block: 60n }[kind];
  const of = (id: string, element: StateElement) => referringTo(kind, id, element);

  test('gets its leaf index and proof at the tip', () => {
    const { store } = storeWith();
    const offered = of('stored', at(kind === 'block' ? leaf : 99n));
    expect(refreshProofs(store, state, offered)).toEqual(of('stored', proven(leaf)));
    expect(hasCurrentProofs(store, state, offered)).toBe(false);
    expect(hasCurrentProofs(store, state, of('stored', proven(leaf)))).toBe(true);
  });

  test('keeps the proof of an element from before the checkpoint, which the store does not have', () => {
    const { store } = storeWith();
    const offered = of('unknown', at(UNKNOWN - 1n));
    expect(refreshProofs(store, state, offered)).toEqual(offered);
    expect(hasCurrentProofs(store, state, offered)).toBe(true);
    expect(hasUnknown(store, offered)).toBe(true);
    expect(hasUnknown(store, of('stored', at(UNKNOWN)))).toBe(false);
    expect(hasUnknown(storeWith(0n).store, offered)).toBe(false);
  });

  test.each<[string, StateElement]>([
    ['leaf index', { ...proven(leaf), leafIndex: leaf + 1n }],
    ['hash', at(leaf, [ONE, ONE])],
    ['shorter proof', at(leaf, [ONE])],
    ['longer proof', at(leaf, [ONE, TWO, OLD])]
  ])('does not have the current proof with another %s', (what, element) => {
    const isOtherBlock = kind === 'block' && what === 'leaf index';
    expect(hasCurrentProofs(storeWith().store, state, of('stored', element))).toBe(isOtherBlock);
  });
});

describe.each(KINDS.filter((kind) => kind !== 'block'))('a %s that is not on the chain', (kind) => {
  test.each([UNKNOWN, NUM_LEAVES + 3n, UNASSIGNED_LEAF_INDEX])(
    'is ephemeral, whatever leaf index it had: %d',
    (leaf) => {
      const refreshed = refreshProofs(storeWith().store, state, referringTo(kind, 'unknown', at(leaf)));
      expect(refreshed).toEqual(referringTo(kind, 'unknown', EPHEMERAL));
    }
  );
});

test.each([NUM_LEAVES, NUM_LEAVES + 1n])('a block above the tip keeps its leaf index and proof: %d', (leaf) => {
  const offered = referringTo('block', 'of a branch', at(leaf));
  expect(refreshProofs(storeWith().store, state, offered)).toEqual(offered);
});

describe('if the leaf indices are still those of a block on the best chain', () => {
  test.each([UNKNOWN, NUM_LEAVES - 1n])('only the proof changes, without a look-up: %d', (leaf) => {
    const { store, read } = storeWith();
    const refreshed = refreshProofs(store, state, referringTo('coin', 'stored', at(leaf)), true);
    expect([refreshed, read]).toEqual([referringTo('coin', 'stored', proven(leaf)), []]);
  });

  test.each<[string, string, StateElement, StateElement]>([
    ['an element from before the checkpoint keeps its proof', 'unknown', at(UNKNOWN - 1n), at(UNKNOWN - 1n)],
    ['an ephemeral one that is on the chain by now is placed', 'stored', EPHEMERAL, proven(50n)],
    ['one above the tip is ephemeral', 'unknown', at(NUM_LEAVES), EPHEMERAL]
  ])('%s', (_, id, before, after) => {
    const refreshed = refreshProofs(storeWith().store, state, referringTo('coin', id, before), true);
    expect(refreshed).toEqual(referringTo('coin', id, after));
  });
});

describe('the parent of a contract', () => {
  const contractIn = (txn: V2Transaction): unknown =>
    [...txn.fileContractRevisions, ...txn.fileContractResolutions].map(({ parent }) => parent.fileContract);

  test.each<Kind>(['revised contract', 'resolved contract'])('of a %s is that of the tip', (kind) => {
    const { store } = storeWith();
    expect(contractIn(refreshContracts(store, referringTo(kind, 'stored', at(1n))))).toEqual(['at the tip']);
    expect(contractIn(refreshContracts(store, referringTo(kind, 'unknown', at(1n))))).toEqual(['as offered']);
  });

  test('is that of the tip in a transaction that revises one and resolves another', () => {
    const { fileContractResolutions } = referringTo('resolved contract', 'stored', at(1n));
    const both = { ...referringTo('revised contract', 'stored', at(1n)), fileContractResolutions };
    expect(contractIn(refreshContracts(storeWith().store, both))).toEqual(['at the tip', 'at the tip']);
  });

  test('is looked up in no other transaction', () => {
    const { store } = storeWith();
    const payment = referringTo('coin', 'stored', at(1n));
    expect(refreshContracts(store, payment)).toBe(payment);
  });
});
