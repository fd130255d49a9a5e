import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeJson } from '$lib/api/schemas/codec';
import { applyUpdate, revertUpdate } from '$lib/api/schemas/updates';
import type { Hash256 } from '$lib/chain/ids';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { foundationOutputId, minerOutputId } from '$lib/chain/transaction/transactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { emptyCache, OutputCollector, stateElementOf, type WalletCache } from '$lib/wallet/sync/cache';
import { applyUpdates, type Feed } from '$lib/wallet/sync/sync';
import { ALICE, BOB, signV2Transaction, v1AddressOf, v2AddressOf, v2InputOf } from '../../consensus/testChain';
import { ScriptedChain } from '../../consensus/scriptedChain';
import { decodeBlock, decodeState, loadVectors, type BlockRow } from '../../consensus/vectors';
import type { JsonValue } from '$lib/codec/json';
import { FeedChain, Follower, spendableIn } from '../support';

const alice = new Set([v1AddressOf(ALICE), v2AddressOf(ALICE)]);
const bob = new Set([v1AddressOf(BOB)]);

/** Pays Alice's whole policy output to Bob. */
function payment(chain: FeedChain, to: Address = v1AddressOf(BOB)): V2Transaction {
  const coin = chain.chain.coinOf(v2AddressOf(ALICE));
  const fee = hastings(10n ** 22n);
  const half = hastings((coin.output.value - fee) / 2n);
  return signV2Transaction(
    {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [v2InputOf(coin, ALICE)],
      coinOutputs: [
        { value: half, address: to },
        { value: hastings(coin.output.value - fee - half), address: v2AddressOf(ALICE) }
      ],
      minerFee: fee
    },
    ALICE
  );
}

/** Compares the wallet with the chain, which keeps every element. */
function expectEverythingProven(chain: FeedChain, cache: WalletCache, own: ReadonlySet<Address>): void {
  const coins = chain.chain.coins.filter(({ output }) => own.has(output.address));
  const funds = chain.chain.funds.filter(({ output }) => own.has(output.address));
  expect(new Set(cache.coins.keys())).toEqual(new Set(coins.map(({ id }) => id)));
  expect(new Set(cache.funds.keys())).toEqual(new Set(funds.map(({ id }) => id)));
  for (const { id, stateElement, output, maturityHeight } of coins) {
    expect(cache.coins.get(id)).toMatchObject({ output, maturityHeight });
    expect(stateElementOf(cache, cache.coins.get(id)!.leafIndex!)).toEqual(stateElement);
  }
  for (const { id, stateElement } of funds) {
    expect(stateElementOf(cache, cache.funds.get(id)!.leafIndex)).toEqual(stateElement);
  }
  expect(cache.index).toEqual(chain.state.index);
  expect(cache.numLeaves).toBe(chain.state.elements.numLeaves);
}

describe('following a chain', () => {
  const chain = new FeedChain();
  const follower = new Follower(chain, bob);

  test('payouts and payments are found, proofs advanced', () => {
    for (let i = 0; i < 6; i++) {
      follower.follow({ applied: [chain.add(i === 2 ? { v2transactions: [payment(chain)] } : {})] });
      expectEverythingProven(chain, follower.cache, bob);
    }
    const coins = [...follower.cache.coins.values()];
    expect(
      coins
        .map(({ maturityHeight }) => Number(maturityHeight))
        .toSorted((a, b) => a - b)
        .slice(-3)
    ).toEqual([7, 8, 9]);
    expect(spendableIn(follower.cache)).toBeGreaterThan(0n);
  });

  test('one event each, with the net change', () => {
    const events = [...follower.events.values()];
    expect(events.filter(({ type }) => type === 'miner')).toHaveLength(6);
    const paid = events.find(({ type }) => type === 'transaction')!;
    expect(paid.coins).toBe(paid.outputs[0]!.coins);
    expect(paid.inputs[0]).toMatchObject({ own: false, address: v2AddressOf(ALICE) });
    const total = [...follower.cache.coins.values()].reduce((sum, { output }) => sum + output.value, 0n);
    expect(events.reduce((sum, { coins }) => sum + coins, 0n)).toBe(total);
  });

  test('after a reorganization, the cache equals that of a wallet that followed only the new branch', () => {
    const before = { cache: follower.cache, events: follower.events };
    const reverted = chain.rewind(4);
    const other = [chain.add({}, v1AddressOf(ALICE)), chain.add({ v2transactions: [payment(chain)] }), chain.add()];
    follower.follow({ reverted, applied: other });
    expectEverythingProven(chain, follower.cache, bob);
    const fresh = new Follower(new FeedChain(), bob);
    fresh.follow(chain.feed);
    expect(follower.cache).toEqual(fresh.cache);
    expect(follower.events).toEqual(fresh.events);
    expect(follower.cache).not.toEqual(before.cache);
  });
});

test('reverting any feed restores the cache, in portions of any size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('empty', 'pay bob', 'pay alice'), { minLength: 1, maxLength: 8 }),
      fc.nat(20),
      fc.nat(20),
      fc.constantFrom(alice, bob),
      (kinds, cut, depth, own) => {
        const chain = new FeedChain();
        for (const kind of kinds) {
          const to = kind === 'pay bob' ? v1AddressOf(BOB) : v1AddressOf(ALICE);
          chain.add(kind === 'empty' ? {} : { v2transactions: [payment(chain, to)] });
        }
        const { applied } = chain.feed;
        const start = new Follower(new FeedChain(), own);
        start.follow({ applied: applied.slice(0, cut % applied.length) });
        const snapshot = start.cache;
        start.follow({ applied: applied.slice(cut % applied.length) });
        const atOnce = new Follower(new FeedChain(), own);
        atOnce.follow({ applied });
        expect(start.cache).toEqual(atOnce.cache);
        expect(start.events).toEqual(atOnce.events);

        const back = applied.length - (cut % applied.length);
        const reverted = chain.rewind(back);
        const portion = depth % (back + 1);
        start.follow({ reverted: reverted.slice(0, portion) });
        start.follow({ reverted: reverted.slice(portion) });
        expect(start.cache).toEqual(snapshot);
        expectEverythingProven(chain, start.cache, own);
      }
    ),
    { numRuns: 40 }
  );
});

test('stored changes reproduce the cache', () => {
  const chain = new FeedChain();
  let cache = emptyCache(chain.state);
  const stored = { coins: new Map<string, unknown>(), nodes: new Map<number, string>() };
  for (let i = 0; i < 8; i++) {
    const entry = chain.add(i % 2 === 0 ? { v2transactions: [payment(chain)] } : {});
    const step = applyUpdates(cache, { reverted: [], applied: [entry] }, bob);
    cache = step.cache;
    for (const id of step.changes.coins.removed) expect(stored.coins.delete(id)).toBe(true);
    for (const coin of step.changes.coins.added) stored.coins.set(coin.id, coin);
    for (const key of step.changes.nodes.removed) expect(stored.nodes.delete(key)).toBe(true);
    for (const [key, hash] of step.changes.nodes.set) stored.nodes.set(key, hash);
    expect(stored.coins).toEqual(cache.coins);
    expect(stored.nodes).toEqual(cache.nodes);
  }
});

describe('an invalid feed is rejected, and the cache is unchanged', () => {
  const chain = new FeedChain();
  const cache = emptyCache(chain.state);
  const first = chain.add();
  const second = chain.add({ v2transactions: [payment(chain)] });
  const [reverted] = chain.rewind(1);
  const at = (applied: Feed['applied'], back: Feed['reverted'] = []) =>
    applyUpdates(cache, { applied, reverted: back }, bob);
  const { update, state } = reverted!;
  const back = (changed: Partial<Feed['reverted'][number]>) =>
    applyUpdates(at([first, second]).cache, { applied: [], reverted: [{ ...reverted!, ...changed }] }, bob);
  const richer = first.update.coinElements.map((diff) => ({
    ...diff,
    coinElement: { ...diff.coinElement, output: { ...diff.coinElement.output, value: hastings(1n) } }
  }));

  const rows: [string, () => unknown, string][] = [
    ['a missing block', () => at([second]), 'other-branch'],
    ['the same block twice', () => at([first, first]), 'other-branch'],
    ['a block with another id', () => at([{ ...first, block: { ...first.block, nonce: 1009n } }]), 'other-branch'],
    [
      'another height',
      () => at([{ ...first, state: { ...first.state, index: { ...first.state.index, height: 7 } } }]),
      'wrong-height'
    ],
    [
      'another number of elements',
      () => at([{ ...first, update: { ...first.update, oldNumLeaves: 1n } }]),
      'wrong-count'
    ],
    ['a changed value', () => at([{ ...first, update: { ...first.update, coinElements: richer } }]), 'wrong-root'],
    [
      'the state of other elements',
      () =>
        at([
          first,
          {
            ...second,
            state: { ...second.state, elements: { ...second.state.elements, trees: first.state.elements.trees } }
          }
        ]),
      'wrong-root'
    ],
    ['a reverted block that is not the last', () => at([], [reverted!]), 'other-branch'],
    [
      'a block reverted to another block than its parent',
      () => back({ state: { ...state, index: { ...state.index, id: second.state.index.id } } }),
      'other-branch'
    ],
    [
      'a block reverted to another height',
      () => back({ state: { ...state, index: { ...state.index, height: state.index.height - 1 } } }),
      'wrong-height'
    ],
    [
      'a block reverted to fewer elements than its state has',
      () => back({ update: { ...update, numLeaves: update.numLeaves - 1n } }),
      'wrong-count'
    ],
    [
      'a block reverted to more elements than there are',
      () =>
        back({
          update: { ...update, numLeaves: update.numLeaves + 100n },
          state: { ...state, elements: { ...state.elements, numLeaves: update.numLeaves + 100n } }
        }),
      'wrong-count'
    ]
  ];
  test.each(rows)('%s', (_, run, fault) => {
    expect(run).toThrow(expect.objectContaining({ code: 'wallet/feed', fault }));
    expect(cache).toEqual(emptyCache(new FeedChain().state));
  });

  test('the unmodified feed is accepted', () => {
    expect(at([first, second]).cache.index).toEqual(second.state.index);
    expect(at([first, second], []).cache.coins.size).toBe(3);
  });
});

describe('a list of outputs that does not match the block is rejected', () => {
  const chain = new FeedChain();
  const start = new Follower(chain, alice).cache;
  // Alice pays Bob and herself; from this block she has a spent coin, which concerns Bob too, and a new one.
  const paid = chain.add({ v2transactions: [payment(chain)] });
  const [spent] = paid.block.v2!.transactions[0]!.coinInputs;
  const isOf = ({ coinElement }: (typeof elements)[number], own: ReadonlySet<Address>) =>
    own.has(coinElement.output.address);
  const elements = paid.update.coinElements;
  const created = elements.find((diff) => diff.created && isOf(diff, alice))!;
  const changed = (change: (diff: (typeof elements)[number]) => typeof elements) => ({
    ...paid,
    update: { ...paid.update, coinElements: elements.flatMap(change) }
  });
  const toStranger = (diff: (typeof elements)[number]) => ({
    ...diff,
    coinElement: { ...diff.coinElement, output: { ...diff.coinElement.output, address: v1AddressOf(BOB) } }
  });
  const foundationPayout = (
    rest: Partial<(typeof elements)[number]>,
    id = foundationOutputId(paid.state.index.id)
  ) => ({
    ...created,
    coinElement: { ...created.coinElement, id, output: { value: hastings(10n ** 30n), address: v2AddressOf(ALICE) } },
    ...rest
  });
  const apply = (entry: typeof paid) => applyUpdates(start, { reverted: [], applied: [entry] }, alice);

  test('the correct list is accepted', () => {
    const { coins } = apply(paid).cache;
    expect([coins.has(spent!.parent.id), coins.has(created.coinElement.id)]).toEqual([false, true]);
  });

  test.each<[string, typeof paid]>([
    ['a missing new output', changed((diff) => (diff === created ? [] : [diff]))],
    ['a new output shown as an old one', changed((diff) => [diff === created ? { ...diff, created: false } : diff])],
    ['a missing spent output', changed((diff) => (diff.spent ? [] : [diff]))],
    ['a spent output shown as unspent', changed((diff) => [{ ...diff, spent: false }])],
    [
      'a new output shown with the address of a stranger',
      changed((diff) => [diff === created ? toStranger(diff) : diff])
    ],
    ['the same, shown as spent', changed((diff) => [diff === created ? { ...toStranger(diff), spent: true } : diff])],
    ['a new output shown as spent', changed((diff) => [diff === created ? { ...diff, spent: true } : diff])],
    [
      'an unspent output of ours shown as spent',
      changed((diff) => [diff, { ...diff, coinElement: { ...chain.chain.coinOf(v1AddressOf(ALICE)) }, spent: true }])
    ],
    [
      'an invented payout, neither new nor spent',
      changed((diff) => (diff === created ? [diff, foundationPayout({ created: false })] : [diff]))
    ]
  ])('%s', (_, entry) => {
    expect(() => apply(entry)).toThrow(expect.objectContaining({ code: 'wallet/feed', fault: 'other-outputs' }));
  });

  test('an invented payout, shown as new', () => {
    const entry = changed((diff) => (diff === created ? [diff, foundationPayout({})] : [diff]));
    expect(() => apply(entry)).toThrow(expect.objectContaining({ code: 'wallet/feed', fault: 'wrong-root' }));
  });
});

test('a reverted block removes no older payout without a proof, and only its own events', () => {
  const chain = new FeedChain();
  const { id, output, maturityHeight, stateElement } = chain.chain.coinOf(v1AddressOf(ALICE));
  chain.add();
  const collector = new OutputCollector(new Follower(chain, new Set()).cache, chain.state);
  collector.addUnproven({ id, output, maturityHeight });
  const applied = chain.add();
  const held = applyUpdates(collector.finish().cache, { reverted: [], applied: [applied] }, alice).cache;
  const [reverted] = chain.rewind(1);
  const older = { coinElement: { id, output, maturityHeight, stateElement }, created: true, spent: false };
  const update = { ...reverted!.update, coinElements: [...reverted!.update.coinElements, older] };
  const { cache, changes } = applyUpdates(held, { reverted: [{ ...reverted!, update }], applied: [] }, alice);
  expect([...cache.coins.keys()]).toEqual([id]);
  expect(changes.events.removed).toEqual(
    [...applied.block.minerPayouts.keys()]
      .filter((i) => alice.has(applied.block.minerPayouts[i]!.address))
      .map((i) => ({ id: minerOutputId(applied.state.index.id, i), blockId: applied.state.index.id }))
  );
});

describe('a reverted block with outputs that are not its own is rejected', () => {
  const chain = new FeedChain();
  const start = new Follower(chain, alice).cache;
  const paid = chain.add({ v2transactions: [payment(chain)] });
  const [spent] = paid.block.v2!.transactions[0]!.coinInputs;
  const after = applyUpdates(start, { reverted: [], applied: [paid] }, alice).cache;
  const [reverted] = chain.rewind(1);
  const elements = reverted!.update.coinElements;
  const revert = (coinElements: typeof elements) =>
    applyUpdates(
      after,
      { reverted: [{ ...reverted!, update: { ...reverted!.update, coinElements } }], applied: [] },
      alice
    );
  const isOurs = ({ coinElement }: (typeof elements)[number]) => alice.has(coinElement.output.address);
  const older = { ...chain.chain.coinOf(v1AddressOf(ALICE)) };

  test('the correct list is accepted', () => {
    expect(new Set(revert(elements).cache.coins.keys())).toEqual(new Set(start.coins.keys()));
    expect(start.coins.has(spent!.parent.id)).toBe(true);
  });

  test.each<[string, typeof elements]>([
    ['a missing new output, which would stay', elements.filter((diff) => !(diff.created && isOurs(diff)))],
    ['a missing spent output, which would be lost', elements.filter(({ created }) => created)],
    ['a spent output shown as unspent', elements.map((diff) => ({ ...diff, spent: false }))],
    ['a spent output shown as new', elements.map((diff) => ({ ...diff, created: true }))],
    [
      'a spent output shown with the address of a stranger',
      elements.map((diff) =>
        diff.spent
          ? {
              ...diff,
              coinElement: { ...diff.coinElement, output: { ...diff.coinElement.output, address: VOID_ADDRESS } }
            }
          : diff
      )
    ],
    [
      'an older output shown as one of the block',
      [...elements, { ...elements[0]!, coinElement: older, created: true, spent: false }]
    ]
  ])('%s', (_, coinElements) => {
    expect(() => revert(coinElements)).toThrow(
      expect.objectContaining({ code: 'wallet/feed', fault: 'other-outputs' })
    );
  });
});

test('wrong tree growth is rejected, or has no effect', () => {
  const chain = new FeedChain();
  const start = emptyCache(chain.state);
  for (let i = 0; i < 12; i++) chain.add();
  const { applied } = chain.feed;
  const honest = applyUpdates(start, { reverted: [], applied }, bob).cache;
  const wrong = 'ab'.repeat(32) as Hash256;
  const refused = applied.filter(({ update, ...entry }, at) => {
    const treeGrowth = new Map([...update.treeGrowth].map(([height, siblings]) => [height, siblings.map(() => wrong)]));
    const forged = applied.with(at, { ...entry, update: { ...update, treeGrowth } });
    try {
      expect(applyUpdates(start, { reverted: [], applied: forged }, bob).cache).toEqual(honest);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'wallet/feed', fault: 'wrong-root' });
      return true;
    }
  });
  expect(refused.length).toBeGreaterThan(2);
});

describe('the recorded chain, followed with all its addresses', () => {
  const scripted = new ScriptedChain();
  const reorg = loadVectors<{
    reverted: { block: BlockRow; state: { hex: string }; update: JsonValue }[];
    applied: { block: BlockRow; state: { hex: string }; update: JsonValue }[];
  }>('accumulator-reorg');
  const everybody = { has: () => true };
  const entry = <U>(row: { block: BlockRow; state: { hex: string } }, update: U) => ({
    update,
    state: decodeState(row.state.hex),
    block: decodeBlock(row.block)
  });
  const applied = scripted.blocks.map((row) => entry(row, decodeJson(applyUpdate, row.update)));

  test('across every fork and the reorganization', () => {
    const start = emptyCache(decodeState(scripted.genesisState.hex));
    const before = applyUpdates(start, { reverted: [], applied }, everybody).cache;
    expect(before.coins.size).toBeGreaterThan(50);
    const back = reorg.reverted.map((row) => entry(row, decodeJson(revertUpdate, row.update)));
    const on = reorg.applied.map((row) => entry(row, decodeJson(applyUpdate, row.update)));
    const after = applyUpdates(before, { reverted: back, applied: on }, everybody).cache;
    const direct = applyUpdates(
      start,
      { reverted: [], applied: [...applied.slice(0, applied.length - back.length), ...on] },
      everybody
    ).cache;
    expect(after).toEqual(direct);
    for (const { leafIndex } of [...after.coins.values(), ...after.funds.values()]) {
      expect(() => stateElementOf(after, leafIndex!)).not.toThrow();
    }
  });
});
