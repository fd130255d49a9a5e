import { describe, expect, test } from 'vitest';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { acceptRenters, ownRecord, resolveDue } from '$lib/server/node/host/renters';
import type { Formation, Lifecycle } from '$lib/server/node/host/formation';
import type { HostState } from '$lib/server/node/host/state';
import type { MarketRandom } from '$lib/server/node/simulation/random';
import { steppedHost } from '../../../../support/simulatedHost';

const HEIGHT = 100;
const { state: HOST, lives } = steppedHost({ capacity: 100_000 });

interface Draws {
  /** What renters decide on, with these odds. */
  readonly chance?: (odds: number, name: string) => boolean;
  /** Where between the shortest and the longest, the smallest and the largest contract theirs is. */
  readonly unit?: number;
}

const withSettings = (settings: Partial<HostState['settings']>, state = HOST): HostState => ({
  ...state,
  settings: { ...state.settings, ...settings }
});

/** The host after a block with two renters, who accept any offer. */
function afterBlock(state: HostState, { chance = () => true, unit = 0.5 }: Draws = {}, height = HEIGHT): HostState {
  const random = { chance, unit: () => unit } as Partial<MarketRandom> as MarketRandom;
  return acceptRenters({ random, lives }, state, height);
}

describe('the contracts that renters form', () => {
  test.each([
    [0n, 12],
    [12n, 12],
    [13n, 13],
    [300n, 300]
  ])('have the proof window of the host, at least 12 blocks: %i', (windowSize, expected) => {
    const { open } = afterBlock(withSettings({ windowSize }));
    expect(open.map(({ deadline, expiration }) => deadline - expiration)).toEqual([expected, expected]);
  });

  test.each([
    [0, 24],
    [1, 12_960]
  ])('last between four hours and three months: %d', (unit, expected) => {
    const { open } = afterBlock(withSettings({ maxDuration: 50_000n }), { unit });
    expect(open.map(({ expiration }) => expiration - HEIGHT)).toEqual([expected, expected]);
  });

  test('end with their window within the maximum duration', () => {
    const { open } = afterBlock(withSettings({ maxDuration: 500n, windowSize: 100n }), { unit: 1 });
    expect(open.map(({ deadline }) => deadline - HEIGHT)).toEqual([499, 499]);
  });

  test.each([
    [1, 0, [1]],
    [3, 1, [1, 1]],
    [100, 1, [25, 18]],
    [100, 0, [1, 1]],
    [10_000, 1, [512, 512]]
  ])('take up to a quarter of the free space, of %i sectors', (capacity, unit, expected) => {
    const { open } = afterBlock({ ...HOST, capacity }, { unit });
    expect(open.map(({ sectors }) => sectors)).toEqual(expected);
  });

  test.each([
    [0n, 0n],
    [HASTINGS_PER_COIN / 50n, HASTINGS_PER_COIN / 50n],
    [HASTINGS_PER_COIN, HASTINGS_PER_COIN / 50n]
  ])('fund an account with as much as the host allows, up to a fiftieth of a coin: %i', (most, expected) => {
    const { open } = afterBlock(withSettings({ maxEphemeralAccountBalance: hastings(most) }));
    expect(open.map(({ terms }) => terms.accountFunding)).toEqual([expected, expected]);
  });

  test('lock the collateral of what they may store until their deadline', () => {
    const [formed] = afterBlock(HOST).open;
    const { sectors, deadline, terms, locked } = formed!;
    expect(locked).toBe(BigInt(sectors) * SECTOR_BYTES * terms.collateral * BigInt(deadline - HEIGHT));
  });

  test.each([
    [undefined, 500],
    [112, 112]
  ])('are due with their proof, or once no block has included them until %i', (rejected, due) => {
    const random = { chance: () => true, unit: () => 0.5 } as Partial<MarketRandom> as MarketRandom;
    const world = { random, lives: () => ({ rejected, proof: 500 }) as Lifecycle };
    expect(acceptRenters(world, HOST, HEIGHT).open.map((formed) => formed.due)).toEqual([due, due]);
  });

  test('lock no more collateral than the host allows for one', () => {
    const [usual] = afterBlock(HOST).open;
    const { open } = afterBlock(withSettings({ maxCollateral: hastings(usual!.locked - 1n) }));
    expect(open.map(({ locked }) => locked)).toEqual([usual!.locked - 1n, usual!.locked - 1n]);
  });

  test('share their terms in memory, until a price changes', () => {
    const before = afterBlock(HOST);
    const dearer = withSettings({ minUploadBandwidthPrice: hastings(7n) }, afterBlock(before));
    const [first, ...others] = afterBlock(dearer).open.map(({ terms }) => terms);
    expect(others.map((terms) => terms === first)).toEqual([true, true, true, false, false]);
    expect(others[3]).toEqual({ ...first, uploadPrice: 7n });
    expect(others[4]).toBe(others[3]);
  });
});

describe('a renter', () => {
  const deciding = (...names: string[]): Draws => ({ chance: (_, name) => !names.includes(name) });

  test.each<[string, Partial<HostState['settings']>, Draws, Partial<HostState['calls']>]>([
    ['that forms a contract', {}, deciding('host.renewal'), { settings: 2, formed: 2 }],
    ['that renews one', {}, {}, { settings: 2, renewed: 2 }],
    ['that finds the offer too dear', {}, deciding('host.choice'), { settings: 2 }],
    ['that does not come', {}, deciding('host.visit'), {}],
    ['of a host that accepts none', { acceptingContracts: false }, {}, { settings: 2 }],
    ['of a host without a budget', { collateralBudget: hastings(0n) }, {}, { settings: 2, errors: 2 }]
  ])('%s is counted', (_, settings, draws, expected) => {
    const before = { settings: 1, formed: 2, renewed: 3, errors: 4 };
    const { calls, open } = afterBlock(withSettings(settings, { ...HOST, calls: before }), draws);
    const sum = (name: keyof typeof before) => before[name] + (expected[name] ?? 0);
    expect(calls).toEqual({
      settings: sum('settings'),
      formed: sum('formed'),
      renewed: sum('renewed'),
      errors: sum('errors')
    });
    expect(open).toHaveLength((expected.formed ?? 0) + (expected.renewed ?? 0));
  });

  test('chooses by the prices, not by free space or maximum duration, which it looks at itself', () => {
    const oddsFor = (state: HostState): number[] => {
      const odds: number[] = [];
      afterBlock(state, { chance: (share, name) => (name === 'host.choice' ? odds.push(share) === 0 : true) });
      return odds;
    };
    const usual = oddsFor(HOST);
    expect(usual.every((share) => share > 0 && share < 1)).toBe(true);
    expect(oddsFor({ ...HOST, capacity: 8 })).toEqual(usual);
    expect(oddsFor(withSettings({ maxDuration: 1_000n }))).toEqual(usual);
    const [dearer] = oddsFor(withSettings({ minStoragePrice: hastings(10n * HOST.settings.minStoragePrice) }));
    expect(dearer).toBeLessThan(usual[0]! / 2);
  });

  test('cannot connect to a host that has just moved', () => {
    expect(afterBlock({ ...HOST, movedAt: HEIGHT - 1 })).toMatchObject({ open: [], calls: HOST.calls });
  });
});

test('a host is as old as its announcement', () => {
  expect(ownRecord({ ...HOST, announced: { address: 'host.example:9982', height: 40 } }, HEIGHT).ageBlocks).toBe(60);
  expect(ownRecord({ ...HOST, announced: undefined }, HEIGHT)).toMatchObject({ ageBlocks: 0, uptime: 1 });
});

describe('a contract that is due', () => {
  const formed = afterBlock(HOST).open[0]!;
  const life: Lifecycle = { ...lives(formed), rejected: undefined, proof: 500, noticed: 505 };
  const due: Formation = { ...formed, deadline: 600, due: 500 };
  const resolved = (formation: Formation, canProve: boolean, height = 500, its = life) => {
    const world = { random: {} as MarketRandom, lives: () => its };
    const { open, ended } = resolveDue(world, { ...HOST, open: [formation] }, height, () => canProve);
    return { open, ended };
  };

  test('is left alone before its height', () => {
    const state = { ...HOST, open: [due] };
    const world = { random: {} as MarketRandom, lives: () => life };
    expect(resolveDue(world, state, 499, () => true)).toBe(state);
  });

  test('is proven, and ends once the host notices', () => {
    const proven = { ...due, proven: true, due: 505 };
    expect(resolved(due, true)).toEqual({ open: [proven], ended: [] });
    expect(resolved(proven, false, 505)).toEqual({ open: [], ended: [{ ...proven, outcome: 'succeeded' }] });
  });

  test.each([
    [505, 601],
    [650, 650]
  ])('cannot be proven, and fails after its deadline, or when the host notices at %i', (noticed, end) => {
    const its = { ...life, noticed };
    const failed = { ...due, proven: false, due: end };
    expect(resolved(due, false, 500, its)).toEqual({ open: [failed], ended: [] });
    expect(resolved(failed, true, end, its)).toEqual({ open: [], ended: [{ ...failed, outcome: 'failed' }] });
  });

  test('that no block included is rejected', () => {
    const its = { ...life, rejected: 500 };
    expect(resolved(due, true, 500, its)).toEqual({ open: [], ended: [{ ...due, outcome: 'rejected' }] });
  });

  test('ends after those that ended before, beside others that are not due', () => {
    const [before, later] = [
      { ...due, outcome: 'failed' as const },
      { ...due, due: 501 }
    ];
    const world = { random: {} as MarketRandom, lives: () => ({ ...life, rejected: 500 }) };
    const after = resolveDue(world, { ...HOST, open: [due, later], ended: [before] }, 500, () => true);
    expect([after.open, after.ended]).toEqual([[later], [before, { ...due, outcome: 'rejected' }]]);
  });
});
