import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import { hastings } from '$lib/chain/currency/currency';
import { installBlake2b } from '$lib/chain/hash';
import { ZERO_HASH, type CoinOutputId, type Hash256 } from '$lib/chain/ids';
import { MAINNET } from '$lib/chain/network/publicNetworks';
import type { ChainState } from '$lib/chain/block/state';
import type { TipState } from '$lib/services/wallet/records';
import { requireCommittedFeed, requireCommittedFeedInSteps } from '$lib/services/wallet/sync/checkFeed';
import { signedContract } from '../../../../support/contracts';
import { EMPTY_V2_TRANSACTION, type V2CoinInput, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2FileContractTax } from '$lib/consensus/contractTax';
import { ALICE, BOB, signV2Transaction, testNetwork, v2AddressOf, v2InputOf } from '../../../consensus/testChain';
import { ChainServer } from '../../chainServer';

/** Four blocks of which the last two were replaced by three. */
function replaced(allowHeight = 1) {
  const chain = new ChainServer(4, testNetwork(allowHeight));
  const from = chain.state;
  const applied = chain.updatesSince(chain.stateAt(0).index, 10).applied;
  const first = chain.stateAt(0);
  chain.rewind(2);
  chain.grow(3, v2AddressOf(BOB));
  return { network: chain.chain.network, first, from, applied, reorganized: chain.updatesSince(from.index, 10) };
}
const { network, first, from, applied, reorganized } = replaced();

const check = (feed: Partial<ChainUpdates>, start: TipState = first, rules = network) =>
  requireCommittedFeed(rules, start, { reverted: [], applied: [], ...feed });
const withState = <U extends { readonly state: ChainState }>(updates: readonly U[], at: number, change: (state: ChainState) => object): U[] =>
  updates.map((update, i) => (i === at ? { ...update, state: { ...update.state, ...change(update.state) } } : update)); // prettier-ignore
const moreWork = ({ totalWork }: ChainState) => ({ totalWork: totalWork + 1n });
const moreRevenue = ({ fundTaxRevenue }: ChainState) => ({ fundTaxRevenue: hastings(fundTaxRevenue + 1n) });
const fault = (which: string) => expect.objectContaining({ fault: which }) as Error;

/** A block that forms a contract, which is taxed. */
function taxed() {
  const chain = new ChainServer(2);
  const coin = chain.chain.chain.coinOf(v2AddressOf(ALICE));
  const contract = signedContract({ proofHeight: 20n, expirationHeight: 25n });
  const price = contract.renterOutput.value + contract.hostOutput.value + v2FileContractTax(contract);
  const forming = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [v2InputOf(coin, ALICE)],
    coinOutputs: [{ value: hastings(coin.output.value - price), address: v2AddressOf(ALICE) }],
    fileContracts: [contract]
  };
  const before = chain.state;
  chain.add({ v2transactions: [signV2Transaction(forming, ALICE)] });
  return { before, applied: chain.updatesSince(before.index, 1).applied, tax: v2FileContractTax(contract) };
}

test('revenue grows by exactly the tax of contracts', () => {
  const { before, applied, tax } = taxed();
  expect(applied[0]!.state.fundTaxRevenue).toBe(before.fundTaxRevenue + tax);
  expect(() => check({ applied }, before)).not.toThrow();
  for (const fundTaxRevenue of [before.fundTaxRevenue, hastings(before.fundTaxRevenue + tax + 1n)]) {
    expect(() => check({ applied: withState(applied, 0, () => ({ fundTaxRevenue })) }, before)).toThrow(
      fault('wrong-revenue')
    );
  }
});

describe('a feed confirmed by its headers', () => {
  test.each<[string, () => void]>([
    ['that is empty', () => check({})],
    ['with applied blocks', () => check({ applied })],
    ['with reverted and applied blocks', () => check(reorganized, from)],
    [
      'with V1 blocks, which commit to nothing',
      () => {
        const early = replaced(100);
        check({ applied: early.applied }, early.first, early.network);
      }
    ],
    ['from a state that is only partially known', () => check({ applied }, { ...first, childTarget: undefined, totalWork: 5n })]
  ])('is accepted: %s', (_, believed) => {
    expect(believed).not.toThrow();
  }); // prettier-ignore

  test('is rejected from a state that the first block does not commit to, with that block', () => {
    expect(() => check({ applied }, { ...first, ...moreWork(first) })).toThrow(
      expect.objectContaining({ fault: 'wrong-commitment', at: applied[0]!.state.index })
    );
  });

  test.each([0, 1, 2])('is rejected if the next block does not commit to a state: %i', (at) => {
    expect(() => check({ applied: withState(applied, at, moreWork) })).toThrow(fault('wrong-commitment'));
  });

  test.each<[string, (state: ChainState) => object]>([
    ['with more work', moreWork],
    ['with an element more', ({ elements }) => ({ elements: { ...elements, numLeaves: elements.numLeaves + 1n } })],
    ['with other timestamps', ({ prevTimestamps }) => ({ prevTimestamps: prevTimestamps.toReversed() })]
  ])('is rejected if the last block leads to another state, which no header commits to yet: %s', (_, change) => {
    const last = { fault: 'wrong-state', at: applied.at(-1)!.state.index };
    expect(() => check({ applied: withState(applied, 3, change) })).toThrow(expect.objectContaining(last));
    expect(() => check({ ...reorganized, applied: withState(reorganized.applied, 2, change) }, from)).toThrow(
      fault('wrong-state')
    );
  });

  test.each([1, 2, 3])('is rejected if a V1 block leads to another state: %i', (at) => {
    const early = replaced(100);
    expect(() => check({ applied: withState(early.applied, at, moreWork) }, early.first, early.network)).toThrow(
      fault('wrong-state')
    );
  });

  test.each([0, 1])('is rejected if a reverted V1 block does not lead from the state before it: %i', (at) => {
    const early = replaced(100);
    const { reverted } = early.reorganized;
    const checkReverted = (changed: typeof reverted) => check({ reverted: changed }, early.from, early.network);
    expect(() => checkReverted(reverted)).not.toThrow();
    // Its total work follows from the depth.
    const changes = [{ depth: 7n }, { childTarget: 7n }, { elements: early.first.elements }];
    for (const change of changes)
      expect(() => checkReverted(withState(reverted, at, () => change))).toThrow(
        expect.objectContaining({ code: 'wallet/feed' })
      );
  });

  test.each([0, 1])('is rejected if a reverted block does not commit to the state before it: %i', (at) => {
    const reverted = withState(reorganized.reverted, at, moreWork);
    expect(() => check({ reverted }, from)).toThrow(fault('wrong-commitment'));
  });

  test('is rejected if blocks are applied to another state than the one after reverting', () => {
    const [gone] = reorganized.reverted;
    expect(() => check({ ...reorganized, reverted: [gone!] }, from)).toThrow(fault('wrong-commitment'));
  });

  test.each<[string, () => void]>([
    ['applied', () => check({ applied: withState(applied, 3, moreRevenue) })],
    ['of V1', () => {
      const early = replaced(100);
      check({ applied: withState(early.applied, 0, moreRevenue) }, early.first, early.network);
    }],
    ['reverted', () => {
      const { reverted } = reorganized;
      const start: TipState = { ...from, ...moreRevenue(from), childTarget: undefined };
      check({ reverted: reverted.slice(0, 1) }, start);
    }]
  ])('is rejected if revenue comes from no contract of a block: %s', (_, checked) => {
    expect(checked).toThrow(fault('wrong-revenue'));
  }); // prettier-ignore

  test('is rejected under the name of a public network, whose blocks have more work', () => {
    expect(() => check({ applied }, first, { ...network, name: MAINNET.name })).toThrow(fault('too-little-work'));
  });
});

test('it is checked in steps: block by block, and long blocks in several', () => {
  const stepsOf = (feed: Partial<ChainUpdates>): number =>
    [...requireCommittedFeedInSteps(network, first, { reverted: [], applied: [], ...feed })].length;
  expect(stepsOf({ applied })).toBe(4);
  const chain = new ChainServer(0);
  const before = chain.state;
  const transactions = Array.from({ length: 1_200 }, (_, i) => ({
    ...EMPTY_V2_TRANSACTION,
    arbitraryData: Uint8Array.of(i >> 8, i)
  }));
  chain.add({ v2transactions: transactions });
  const long = chain.updatesSince(before.index, 1);
  expect([...requireCommittedFeedInSteps(chain.chain.network, before, long)].length).toBeGreaterThan(3);
});

describe('a block of a feed', () => {
  const [entry] = applied;
  const withTransactions = (transactions: readonly V2Transaction[]) => {
    const { block } = entry!;
    return { reverted: [], applied: [{ ...entry!, block: { ...block, v2: { ...block.v2!, transactions } } }] };
  };
  afterEach(() => installBlake2b((message) => blake2b(message, { dkLen: 32 })));

  test('that is too heavy for its header to commit to is refused before it is hashed', () => {
    let longest = 0;
    installBlake2b((message) => {
      longest = Math.max(longest, message.length);
      return blake2b(message, { dkLen: 32 });
    });
    const heavy = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(2_000_001) };
    expect(() => check(withTransactions([heavy]))).toThrow(fault('wrong-commitment'));
    expect(longest).toBeLessThan(10_000);
  });

  test('with megabytes of proofs, which have no weight, is hashed in steps', () => {
    const merkleProof = Array.from({ length: 20_000 }, () => ZERO_HASH);
    const long = (i: number) => ({
      ...EMPTY_V2_TRANSACTION,
      arbitraryData: Uint8Array.of(i),
      coinInputs: [coinInput(merkleProof)]
    });
    const work = requireCommittedFeedInSteps(
      network,
      first,
      withTransactions(Array.from({ length: 8 }, (_, i) => long(i)))
    );
    let steps = 0;
    expect(() => {
      while (!work.next().done) steps++;
    }).toThrow(fault('wrong-commitment'));
    expect(steps).toBeGreaterThanOrEqual(8);
  });

  const coinInput = (merkleProof: Hash256[]): V2CoinInput => ({
    parent: {
      stateElement: { leafIndex: 1n, merkleProof },
      id: ZERO_HASH as string as CoinOutputId,
      output: { value: hastings(1n), address: v2AddressOf(ALICE) },
      maturityHeight: 0n
    },
    satisfiedPolicy: { policy: { type: 'above', height: 0n }, signatures: [], preimages: [] }
  });
});
