import { describe, expect, test } from 'vitest';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import {
  addOutputs,
  CacheDraft,
  emptyCache,
  OutputCollector,
  stateElementOf,
  type WalletCache
} from '$lib/wallet/sync/cache';
import { claimOf, isMature, spentBy, type OwnedFund } from '$lib/wallet/sync/coins';
import { applyUpdates } from '$lib/wallet/sync/sync';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { ALICE, BOB, coins, signV2Transaction, v1AddressOf, v2AddressOf, v2InputOf } from '../../consensus/testChain';
import { FeedChain, spendableIn } from '../support';

const chain = new FeedChain();
for (let i = 0; i < 7; i++) chain.add();
const own = new Set([v1AddressOf(BOB)]);
const mine = chain.chain.coins.filter(({ output }) => own.has(output.address));
const { state } = chain;
const basis = state.index;
const start = emptyCache(state);

describe('a first sync', () => {
  test('accepts outputs with valid proofs, and reproduces the proofs', () => {
    const { cache, changes } = addOutputs(start, state, { basis, coins: mine });
    expect(changes.coins.added).toHaveLength(mine.length);
    for (const { id, stateElement } of mine) {
      expect(stateElementOf(cache, cache.coins.get(id)!.leafIndex!)).toEqual(stateElement);
    }
    expect(start.coins.size).toBe(0);
    expect(addOutputs(cache, state, { basis, coins: mine }).cache).toEqual(cache);
  });

  test.each([
    ['value', { output: { ...mine[0]!.output, value: coins(9n) } }],
    ['address', { output: { ...mine[0]!.output, address: v1AddressOf(BOB).replace('a', 'b') as never } }],
    ['maturity', { maturityHeight: 0n }],
    ['place', { stateElement: { ...mine[0]!.stateElement, leafIndex: mine[1]!.stateElement.leafIndex } }],
    ['proof', { stateElement: { ...mine[0]!.stateElement, merkleProof: mine[1]!.stateElement.merkleProof.slice(1) } }]
  ])('rejects a changed %s', (_, changed) => {
    expect(() => addOutputs(start, state, { basis, coins: [{ ...mine[0]!, ...changed }] })).toThrow(
      expect.objectContaining({ code: 'wallet/wrong-proof', id: mine[0]!.id })
    );
  });

  test('rejects outputs of another block', () => {
    const other = { height: basis.height, id: 'ab'.repeat(32) as typeof basis.id };
    expect(() => addOutputs(start, state, { basis: other, coins: mine })).toThrow(
      expect.objectContaining({ code: 'wallet/stale-basis', basis: other })
    );
  });

  test('rejects a spent output with a valid index and proof', () => {
    const other = new FeedChain();
    const coin = other.chain.coinOf(v2AddressOf(ALICE));
    const { value } = coin.output;
    const spend = (parent: typeof coin) => ({
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [v2InputOf(parent, ALICE)],
      coinOutputs: [{ value, address: v1AddressOf(BOB) }]
    });
    const provenNow = () => ({ ...coin, stateElement: other.chain.stateElementAt(coin.stateElement.leafIndex) });
    const add = () =>
      addOutputs(emptyCache(other.state), other.state, { basis: other.state.index, coins: [provenNow()] });
    other.add();
    expect(add().cache.coins.size).toBe(1);
    other.add({ v2transactions: [signV2Transaction(spend(provenNow()), ALICE)] });
    expect(add).toThrow(expect.objectContaining({ code: 'wallet/wrong-proof', id: coin.id }));
  });
});

test('a draft contains the coins and fund units that were added and not removed', () => {
  const draft = new CacheDraft(start);
  const [coin] = mine as [(typeof mine)[number]];
  const [fund] = chain.chain.funds as [(typeof chain.chain.funds)[number]];
  const held = () => [draft.has(coin.id), draft.has(fund.id), draft.has('ab'.repeat(32))];
  expect(held()).toEqual([false, false, false]);
  draft.addCoin(coin);
  expect(held()).toEqual([true, false, false]);
  draft.addFund(fund);
  expect(held()).toEqual([true, true, false]);
  draft.removeCoin(coin.id);
  expect(held()).toEqual([false, true, false]);
  draft.removeFund(fund.id);
  expect(held()).toEqual([false, false, false]);
  // Their proofs are removed as well.
  expect(draft.finish().cache).toEqual(start);
});

test('an output is found in a range of leaves up to the last one only', () => {
  const draft = new CacheDraft(start);
  const [coin] = mine as [(typeof mine)[number]];
  const { leafIndex } = coin.stateElement;
  draft.addCoin(coin);
  const found = ([first, end]: readonly [bigint, bigint]) => draft.findProven({ first, end })?.place.leafIndex;
  const [before, after] = [leafIndex - 1n, leafIndex + 1n];
  const ranges = [
    [before, leafIndex],
    [before, after],
    [leafIndex, after],
    [after, after + 1n]
  ] as const;
  expect(ranges.map(found)).toEqual([undefined, leafIndex, leafIndex, undefined]);
});

test('adding outputs page by page equals adding them at once', () => {
  const collector = new OutputCollector(start, state);
  for (const coin of mine) collector.add({ basis, coins: [coin] });
  expect(collector.finish()).toEqual(addOutputs(start, state, { basis, coins: mine }));
});

describe('maturing coins without a proof', () => {
  const waiting = { id: mine[0]!.id, output: mine[0]!.output, maturityHeight: 3n };
  const withWaiting = (cache: WalletCache, coin = waiting): WalletCache => {
    const collector = new OutputCollector(cache, state);
    collector.addUnproven(coin);
    return collector.finish().cache;
  };

  test('cannot be spent before the proof arrives', () => {
    const cache = withWaiting(start);
    expect(cache.coins.size).toBe(1);
    expect(spendableIn(cache)).toBe(0n);
    const proven = addOutputs(cache, state, { basis, coins: [mine[0]!] }).cache;
    expect(spendableIn(proven)).toBe(waiting.output.value);
    expect(withWaiting(proven)).toEqual(proven);
  });

  test('are removed when their block is reverted', () => {
    const cache = withWaiting(start, { id: mine.at(-1)!.id, output: mine.at(-1)!.output, maturityHeight: 99n });
    const copy = new FeedChain();
    for (let i = 0; i < 7; i++) copy.add();
    const reverted = copy.rewind(1);
    expect(applyUpdates(cache, { reverted, applied: [] }, own).cache.coins.size).toBe(0);
  });
});

describe('holdings of a wallet', () => {
  const fund: OwnedFund = {
    id: '01'.repeat(32) as OwnedFund['id'],
    output: { value: fundUnits(7n), address: v1AddressOf(BOB) },
    claimStart: hastings(5n),
    leafIndex: 0n
  };

  test.each([
    [9n, true],
    [10n, true],
    [11n, false]
  ])('a coin that matures at %i at height 10', (maturityHeight, isNow) => {
    const coin = { id: mine[0]!.id, output: mine[0]!.output, maturityHeight, leafIndex: 1n };
    expect(isMature(coin, 10)).toBe(isNow);
    expect(isMature({ ...coin, leafIndex: undefined }, 10)).toBe(false);
  });

  test('a claim is rounded down to whole hastings per unit', () => {
    expect(claimOf(fund, hastings(10_004n))).toBe(0n);
    expect(claimOf(fund, hastings(50_004n))).toBe(28n);
    expect(claimOf(fund, hastings(50_005n))).toBe(35n);
  });

  test('outputs spent by pending transactions', () => {
    const inputs = [
      { id: fund.id, own: true },
      { id: 'somebody', own: false }
    ];
    expect(spentBy([{ inputs } as unknown as WalletEvent])).toEqual(new Set([fund.id]));
  });
});
