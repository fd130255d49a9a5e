import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { CoinElement, FundElement } from '$lib/chain/element/elements';
import type { FileContract, V2FileContract } from '$lib/chain/element/fileContract';
import type { BlockId, CoinOutputId, FileContractId, FundOutputId } from '$lib/chain/ids';
import type { ElementDiffs } from '$lib/chain/proof/update';
import type { V2Resolution } from '$lib/chain/transaction/v2Transaction';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { ChainStore } from '$lib/server/node/store/store';
import { startWriter } from '$lib/server/node/store/writes/writerThread';
import { FILE, signedContract } from '../../../../support/contracts';
import { TestChain } from '../../../../support/peers/testChain';
import { temporaryFolder } from '../../../../support/temporary';

const [genesis, first] = TestChain.create().extend(1).states;

const { policy: address } = DEV_ADDRESSES;
const idOf = (number: number) => number.toString(16).padStart(64, '0');
const stateElement = (leaf: number) => ({ leafIndex: BigInt(leaf), merkleProof: [] });
const coin = (leaf: number, value: bigint): CoinElement => ({
  id: idOf(leaf) as CoinOutputId,
  stateElement: stateElement(leaf),
  output: { value: hastings(value), address },
  maturityHeight: 0n
});
const fund = (leaf: number): FundElement => ({
  id: idOf(leaf) as FundOutputId,
  stateElement: stateElement(leaf),
  output: { value: fundUnits(7n), address },
  claimStart: hastings(3n)
});
const v1Body: FileContract = {
  ...FILE,
  ...{ windowStart: 10n, windowEnd: 20n, payout: hastings(5n), validProofOutputs: [], missedProofOutputs: [] },
  ...{ unlockHash: address, revisionNumber: 1n }
};
const v2Body: V2FileContract = signedContract({ proofHeight: 10n, expirationHeight: 20n });
const v1 = (leaf: number) => ({
  id: idOf(leaf) as FileContractId,
  stateElement: stateElement(leaf),
  fileContract: v1Body
});
const v2 = (leaf: number) => ({ ...v1(leaf), fileContract: v2Body });
const v1Revised: FileContract = { ...v1Body, windowEnd: 30n, revisionNumber: 2n };
const v2Revised: V2FileContract = { ...v2Body, revisionNumber: 2n };
const resolution: V2Resolution = { type: 'expiration' };

const NOTHING: ElementDiffs = {
  ...{ coinElements: [], fundElements: [], fileContractElements: [], v2FileContractElements: [] },
  attestationElements: [],
  chainIndexElement: {
    id: idOf(0) as BlockId,
    stateElement: stateElement(0),
    chainIndex: { height: 1n, id: idOf(1) as BlockId }
  }
};
/** What the chain has before the block. */
const BEFORE: ElementDiffs = {
  ...NOTHING,
  coinElements: [{ coinElement: coin(1, 100n), created: true, spent: false }],
  fundElements: [{ fundElement: fund(2), created: true, spent: false }],
  fileContractElements: [{ fileContractElement: v1(3), created: true, resolved: false, valid: false }],
  v2FileContractElements: [{ v2FileContractElement: v2(4), created: true }]
};

let store: ChainStore;
beforeEach(() => {
  store = new ChainStore(':memory:');
  connect(1, BEFORE);
});
afterEach(() => store.close());

const index = (height: number) => ({ height, id: idOf(100 + height) as BlockId });
const connect = (height: number, diffs: ElementDiffs) =>
  store.transaction(() => store.connect({ index: index(height), diffs, treeNodes: [], events: [] }));
const disconnect = (height: number, diffs: ElementDiffs) =>
  store.transaction(() =>
    store.disconnect({ index: index(height), diffs, treeNodes: [], numLeaves: { before: 0n, after: 0n } })
  );

const TABLES = ['best', 'coins', 'funds', 'contracts', 'expiries', 'coin_balances'];
/** All rows as text. */
const rows = () =>
  TABLES.map((table) =>
    store.database
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) =>
        Object.values(row).map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value))
      )
  );

/** What V1 transactions of the next block would find. */
const foundFor = ({ coins, funds, contracts, expiries, blocks }: ChainStore) => ({
  coins: [1, 5, 9].map((leaf) => coins.unspent(idOf(leaf) as CoinOutputId)),
  funds: [2, 6, 9].map((leaf) => funds.unspent(idOf(leaf) as FundOutputId)),
  contracts: [3, 7, 9].map((leaf) => contracts.getV1(idOf(leaf) as FileContractId)),
  expiries: [20, 30].map((height) => expiries.endingAt(height)),
  best: [1, 2, 3].map((height) => blocks.bestAt(height))
});

/** The same while the block is recorded; and once more while the next one is, and the file still has neither. */
function foundWhileRecording(diffs: ElementDiffs): unknown {
  const file = new ChainStore(join(temporaryFolder('connect'), 'chain.sqlite'), startWriter);
  const record = (work: () => void) => file.send(file.record(work, true), () => undefined);
  const add = (height: number, changes: ElementDiffs) =>
    file.connect({ index: index(height), diffs: changes, treeNodes: [], events: [] });
  try {
    file.transaction(() => add(1, BEFORE));
    const before = foundFor(file);
    let found: unknown;
    record(() => {
      add(2, diffs);
      found = foundFor(file);
    });
    expect(foundFor(file)).toEqual(before);
    file.record(() => expect(foundFor(file)).toEqual(found), true);
    return found;
  } finally {
    file.close();
  }
}

describe('a block that', () => {
  const coinsOf = () => [1, 5].map((leaf) => store.coins.get(idOf(leaf) as CoinOutputId)?.spent);
  const fundsOf = () => [2, 6].map((leaf) => store.funds.get(idOf(leaf) as FundOutputId)?.spent);
  const balance = () => store.balances.at(address, 100);
  const contractsOf = () => {
    const [first, second] = [3, 7].map((leaf) => store.contracts.getV1(idOf(leaf) as FileContractId));
    return [first, second].map((one) => one && [one.element.fileContract.revisionNumber, one.resolved]);
  };
  const v2ContractsOf = () =>
    [4, 8].map((leaf) => {
      const one = store.contracts.getV2(idOf(leaf) as FileContractId);
      return one && [one.element.fileContract.revisionNumber, one.resolved];
    });

  test.each<[string, Partial<ElementDiffs>, () => unknown, unknown]>([
    [
      'creates and spends outputs',
      {
        coinElements: [
          { coinElement: coin(1, 100n), created: false, spent: true },
          { coinElement: coin(5, 20n), created: true, spent: false }
        ],
        fundElements: [
          { fundElement: fund(2), created: false, spent: true },
          { fundElement: fund(6), created: true, spent: false }
        ]
      },
      () => [coinsOf(), fundsOf(), balance()],
      [[2, undefined], [2, undefined], { coins: 20n, immatureCoins: 0n, funds: 7n }]
    ],
    [
      'creates outputs that it spends itself',
      {
        coinElements: [{ coinElement: coin(5, 20n), created: true, spent: true }],
        fundElements: [{ fundElement: fund(6), created: true, spent: true }]
      },
      () => [coinsOf(), fundsOf(), balance()],
      [[undefined, 2], [undefined, 2], { coins: 100n, immatureCoins: 0n, funds: 7n }]
    ],
    [
      'mentions outputs without changing them',
      {
        coinElements: [{ coinElement: coin(1, 100n), created: false, spent: false }],
        fundElements: [{ fundElement: fund(2), created: false, spent: false }]
      },
      () => [coinsOf(), fundsOf(), balance()],
      [[undefined, undefined], [undefined, undefined], { coins: 100n, immatureCoins: 0n, funds: 7n }]
    ],
    [
      'revises a V1 contract',
      {
        fileContractElements: [
          { fileContractElement: v1(3), created: false, revision: v1Revised, resolved: false, valid: false }
        ]
      },
      () => [contractsOf(), store.expiries.endingAt(20), store.expiries.endingAt(30)],
      [[[2n, undefined], undefined], [], [idOf(3)]]
    ],
    [
      'resolves a V1 contract',
      { fileContractElements: [{ fileContractElement: v1(3), created: false, resolved: true, valid: true }] },
      () => [contractsOf(), store.expiries.endingAt(20)],
      [[[1n, 2], undefined], []]
    ],
    [
      'creates, revises and resolves a V1 contract',
      {
        fileContractElements: [
          { fileContractElement: v1(7), created: true, revision: v1Revised, resolved: true, valid: true }
        ]
      },
      () => [contractsOf(), store.expiries.endingAt(20), store.expiries.endingAt(30)],
      [
        [
          [1n, undefined],
          [2n, 2]
        ],
        [idOf(3)],
        []
      ]
    ],
    [
      'creates and revises a V1 contract',
      {
        fileContractElements: [
          { fileContractElement: v1(7), created: true, revision: v1Revised, resolved: false, valid: false }
        ]
      },
      () => [contractsOf(), store.expiries.endingAt(20), store.expiries.endingAt(30)],
      [
        [
          [1n, undefined],
          [2n, undefined]
        ],
        [idOf(3)],
        [idOf(7)]
      ]
    ],
    [
      'revises a V2 contract',
      { v2FileContractElements: [{ v2FileContractElement: v2(4), created: false, revision: v2Revised }] },
      v2ContractsOf,
      [[2n, undefined], undefined]
    ],
    [
      'revises and resolves a V2 contract',
      { v2FileContractElements: [{ v2FileContractElement: v2(4), created: false, revision: v2Revised, resolution }] },
      v2ContractsOf,
      [[2n, 2], undefined]
    ],
    [
      'creates, revises and resolves a V2 contract',
      { v2FileContractElements: [{ v2FileContractElement: v2(8), created: true, revision: v2Revised, resolution }] },
      v2ContractsOf,
      [
        [0n, undefined],
        [2n, 2]
      ]
    ]
  ])('%s leaves the chain as it was once it is reverted', (_, changes, look, expected) => {
    const before = rows();
    const diffs = { ...NOTHING, ...changes };
    connect(2, diffs);
    expect(look()).toEqual(expected);
    expect(store.blocks.tip()).toEqual(index(2));
    expect(foundWhileRecording(diffs)).toEqual(foundFor(store));
    disconnect(2, diffs);
    expect(rows()).toEqual(before);
  });
});

test('a failed transaction changes neither tables nor what is read later', () => {
  const before = rows();
  const diffs = { ...NOTHING, coinElements: [{ coinElement: coin(5, 20n), created: true, spent: false }] };
  const fault = new Error('a fault');
  const fail = () =>
    store.transaction(() => {
      store.connect({ index: index(2), diffs, treeNodes: [], events: [] });
      throw fault;
    });
  expect(fail).toThrow(fault);
  expect(rows()).toEqual(before);
  // The balance of what failed is not written with the next block.
  connect(2, NOTHING);
  expect(store.balances.at(address, 100).coins).toBe(100n);
});

test('expiring contracts are in the order of the network: the last takes the place of one that leaves', () => {
  const move = (height: number, contract: number, before?: bigint, after?: bigint) =>
    store.expiries.move(height, idOf(contract) as FileContractId, before, after);
  const ending = (height: number) => store.expiries.endingAt(height).map((id) => Number(BigInt(`0x${id}`)));
  for (const contract of [11, 12, 13]) move(2, contract, undefined, 20n);
  expect(ending(20)).toEqual([3, 11, 12, 13]);
  move(3, 11, 20n, 40n);
  move(3, 13, 20n, 20n);
  expect([ending(20), ending(40)]).toEqual([[3, 13, 12], [11]]);
  move(4, 12, 20n, undefined);
  expect(ending(20)).toEqual([3, 13]);
  store.expiries.removeBlock(4);
  store.expiries.removeBlock(3);
  expect([ending(20), ending(40)]).toEqual([[3, 11, 12, 13], []]);
});

test('a block that spends outputs from before the checkpoint, which are not stored, changes no balance', () => {
  const { elements } = genesis!;
  expect(elements.numLeaves).toBeGreaterThan(2n);
  store.close();
  store = new ChainStore(':memory:');
  store.checkpoint.set({ id: first!.index.id, parentState: genesis! });
  const spending = {
    ...NOTHING,
    coinElements: [
      { coinElement: coin(1, 100n), created: false, spent: true },
      { coinElement: coin(Number(elements.numLeaves), 30n), created: true, spent: false }
    ],
    fundElements: [{ fundElement: fund(2), created: false, spent: true }]
  };
  connect(1, spending);
  expect(store.balances.at(address, 100)).toEqual({ coins: 30n, immatureCoins: 0n, funds: 0n });
  disconnect(1, spending);
  expect(store.balances.at(address, 100)).toEqual({ coins: 0n, immatureCoins: 0n, funds: 0n });
});
