import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Allowance } from '$lib/api/daemon/shapes/allowance';
import type { HostFilter } from '$lib/api/daemon/hostdb';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID, type FileContractId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { DEFAULT_ALLOWANCE } from '$lib/server/node/renter/allowance';
import { categories } from '$lib/server/node/renter/categories';
import { evaluateContracts } from '$lib/server/node/renter/evaluateContracts';
import { periodFigures, totalSpent } from '$lib/server/node/renter/spending';
import type { RenterAction, RenterState } from '$lib/server/node/renter/state';
import { stepRenter } from '$lib/server/node/renter/step';
import { FakeChain, openMarket } from '../../../../support/market';
import { limitMs } from '../../../../support/limits';

const coins = (count: bigint) => hastings(count * HASTINGS_PER_COIN);
const allowance: Allowance = { ...DEFAULT_ALLOWANCE, hosts: 12n, period: 200n, renewWindow: 60n };
const setAllowance = (changes: Partial<Allowance> = {}): RenterAction => ({
  type: 'configure',
  settings: { allowance: { ...allowance, ...changes } }
});
const setFilter = (filter: Partial<HostFilter>): RenterAction => ({
  type: 'filter',
  filter: { filterMode: 'disable', hosts: [], netAddresses: [], ...filter }
});

/** A renter on a chain of three blocks, so that all hosts are known. */
async function openRenter(seed?: string) {
  const open = openMarket(new FakeChain(seed));
  open.chain.grow(3);
  await open.market.advance();
  const read = async () => (await open.market.read(open.renter)).state;
  return {
    ...open,
    read,
    act: (action: RenterAction) => open.market.act(open.renter, action),
    /** Advances block by block, inspecting the state after each. */
    async live(blocks: number, look: (state: RenterState, height: number) => void = () => {}) {
      for (let i = 0; i < blocks; i++) {
        open.chain.grow(1);
        look(await read(), open.chain.tip.height);
      }
      return read();
    }
  };
}

/** The accounts balance to the hasting, and every contract is in one category. */
function expectSound(state: RenterState, height: number): void {
  const all = [...state.contracts, ...state.ended];
  for (const contract of all) {
    expect(contract.renterFunds).toBeGreaterThanOrEqual(0n);
    expect(contract.totalCost).toBe(contract.renterFunds + totalSpent(contract.spending));
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const { allocated, spending, unspent, unallocated, previousSpending } = periodFigures(state, height);
  const counted = all.filter(
    (contract) =>
      contract.startHeight >= state.currentPeriod ||
      (state.contracts.includes(contract) && contract.renewedTo === undefined)
  );
  const left = counted.reduce((sum, { renterFunds }) => sum + renterFunds, 0n);
  expect(allocated).toBe(totalSpent(spending) + left);
  const funds = state.allowance?.funds ?? 0n;
  const spent = totalSpent(spending);
  expect(unspent).toBe(funds > spent ? funds - spent : 0n);
  expect(unallocated).toBe(funds > allocated ? funds - allocated : 0n);
  const spentOnAll = all.reduce((sum, contract) => sum + totalSpent(contract.spending), 0n);
  expect(previousSpending + spent).toBe(state.forgottenSpending + spentOnAll);

  const sorted = Object.values(categories(state)).flat();
  expect(sorted.length).toBe(all.length);
  expect(new Set(sorted)).toEqual(new Set(all));
  const { active, passive, refreshed, disabled, expired, expiredRefreshed } = categories(state);
  // The table in the API document.
  const row = (list: typeof active) =>
    list.map(({ goodForUpload, goodForRenew, endHeight, renewedTo }) =>
      [goodForUpload, goodForRenew, endHeight > height, renewedTo !== undefined].map(Number).join('')
    );
  const rows = [active, passive, refreshed, disabled, expired, expiredRefreshed].map((list) => new Set(row(list)));
  const expected = ['1110', '0110', '0011', '0010', '0000', '0001'];
  rows.forEach((found, i) => expect([...found].filter((flags) => flags !== expected[i])).toEqual([]));
}

describe('an allowance', () => {
  test('forms contracts with as many distinct hosts, in different subnets, over a few blocks', async () => {
    const { act, live, world } = await openRenter();
    act(setAllowance());
    const counts: number[] = [];
    const state = await live(8, ({ contracts }, height) => {
      counts.push(contracts.filter(({ goodForRenew }) => goodForRenew).length);
      expect(contracts.every(({ startHeight }) => startHeight <= height)).toBe(true);
    });
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[0]).toBeLessThan(12);
    expect(counts.at(-1)).toBe(12);
    const hosts = state.contracts.map(({ host }) => world.hosts.host(host));
    expect(new Set(hosts).size).toBe(hosts.length);
    const nets = hosts.flatMap(({ ipNets }) => ipNets);
    expect(new Set(nets).size).toBe(nets.length);
    expect(state.contracts.every(({ endHeight }) => endHeight === 3 + 200 + 60)).toBe(true);
  });

  test('selects the hosts with the best scores', async () => {
    const { act, live, world, chain } = await openRenter();
    act(setAllowance({ hosts: 3n }));
    const state = await live(6);
    const ranked = world.ranking.at(chain.tip.height, {
      hosts: 3,
      blocks: 260,
      storage: 1e12,
      upload: 1e9,
      download: 1e9
    });
    const places = state.contracts.map(({ host }) => ranked.findIndex((other) => other.host.index === host));
    for (const place of places) expect(place).toBeLessThan(60);
  });

  test('fills its contracts with the expected storage, and spends on it', async () => {
    const { act, live } = await openRenter();
    act(setAllowance());
    const early = await live(20);
    const late = await live(120);
    const sizeOf = ({ contracts }: RenterState) => contracts.reduce((sum, { size }) => sum + size, 0n);
    expect(sizeOf(early)).toBeGreaterThan(0n);
    expect(sizeOf(late)).toBeGreaterThan(2n * sizeOf(early));
    expect(sizeOf(late)).toBeLessThanOrEqual((3n * allowance.expectedStorage * 11n) / 10n);
    const { spending } = periodFigures(late, 143);
    for (const [kind, amount] of Object.entries(spending)) expect([kind, amount > 0n]).toEqual([kind, true]);
  });

  test('renews in the renew window, in the next period, and lets the old contracts expire', async () => {
    const { act, live } = await openRenter();
    act(setAllowance());
    const before = await live(199);
    expect(before.currentPeriod).toBe(3);
    const during = await live(30);
    expect(during.currentPeriod).toBe(203);
    const { active, refreshed } = categories(during);
    expect(active.length + categories(during).passive.length).toBe(12);
    expect(refreshed.length).toBeGreaterThan(8);
    for (const old of refreshed) {
      const successor = during.contracts.find(({ id }) => id === old.renewedTo);
      expect(successor).toMatchObject({ host: old.host });
      expect(successor!.size).toBeGreaterThanOrEqual(old.size);
      expect(successor!.endHeight).toBeGreaterThanOrEqual(old.endHeight);
    }
    const after = await live(50);
    expect(categories(after).expiredRefreshed.length).toBeGreaterThan(8);
    expect(after.contracts.every(({ endHeight }) => endHeight > 282)).toBe(true);
  });

  test('waits when its funds run out, raises an alert, and continues with more funds', async () => {
    const { act, live, market } = await openRenter();
    act(setAllowance({ funds: coins(4n) }));
    const poor = await live(12);
    expect(poor.contracts.length).toBeLessThan(12);
    expect(await market.alerts()).toContainEqual(expect.objectContaining({ module: 'renter', severity: 'warning' }));
    act(setAllowance({ funds: coins(500n) }));
    const rich = await live(12);
    expect(categories(rich).active.length).toBe(12);
    expect(await market.alerts()).toEqual([]);
  });

  test('refreshes contracts with spent funds in the same period', async () => {
    const { act, live } = await openRenter();
    // Much data for little money.
    act(setAllowance({ hosts: 4n, funds: coins(60n), expectedStorage: 3n * 10n ** 11n }));
    const state = await live(150);
    const refreshed = categories(state).refreshed;
    expect(refreshed.length).toBeGreaterThan(0);
    for (const { renewedTo, endHeight } of refreshed) {
      expect(state.contracts.find(({ id }) => id === renewedTo)).toMatchObject({ endHeight });
    }
  });

  test('that is canceled disables its contracts, and setting it again reenables them', async () => {
    const { act, live } = await openRenter();
    act(setAllowance());
    await live(10);
    const cancelled = act({ type: 'cancelAllowance' });
    expect(categories(cancelled)).toMatchObject({ active: [], passive: [] });
    const ids = new Set(categories(cancelled).disabled.map(({ id }) => id));
    expect(ids.size).toBe(12);
    await live(5);
    act(setAllowance());
    const revived = await live(1);
    expect(new Set(categories(revived).active.map(({ id }) => id))).toEqual(ids);
  });

  test('that stays canceled lets them expire', async () => {
    const { act, live } = await openRenter();
    act(setAllowance());
    await live(10);
    act({ type: 'cancelAllowance' });
    const state = await live(300, expectSound);
    expect(state.contracts).toEqual([]);
    expect(categories(state).expired.length).toBe(12);
  });

  test('replaces a contract that the user canceled, with another host', async () => {
    const { act, live } = await openRenter();
    act(setAllowance());
    const { contracts } = await live(10);
    const given = contracts[0]!;
    expect(categories(act({ type: 'cancelContract', id: given.id })).disabled.map(({ id }) => id)).toEqual([given.id]);
    const state = await live(4);
    const { active, disabled } = categories(state);
    expect(active.length).toBe(12);
    expect(disabled.map(({ id }) => id)).toEqual([given.id]);
    expect(active.some(({ host }) => host === given.host)).toBe(false);
  });

  test('keeps only the oldest contract per subnet once that check is enabled', async () => {
    const { act, live, world } = await openRenter();
    act({ type: 'configure', settings: { checkIpViolation: false, allowance: { ...allowance, hosts: 150n } } });
    const crowded = await live(20);
    const netsOf = ({ host }: { readonly host: number }) => world.hosts.host(host).ipNets;
    const nets = (state: RenterState) => categories(state).active.flatMap(netsOf);
    expect(new Set(nets(crowded)).size).toBeLessThan(nets(crowded).length);
    const checked = act({ type: 'configure', settings: { checkIpViolation: true } });
    expect(new Set(nets(checked)).size).toBe(nets(checked).length);
    for (const contract of categories(checked).disabled) {
      const rivals = categories(checked).active.filter((other) =>
        netsOf(other).some((net) => netsOf(contract).includes(net))
      );
      expect(rivals.some(({ startHeight }) => startHeight <= contract.startHeight)).toBe(true);
    }
  });

  test('eventually produces every kind of contract', async () => {
    const { act, market, chain, read } = await openRenter('long');
    act(setAllowance({ hosts: 50n, funds: coins(2_500n) }));
    const seen = new Set<string>();
    const lost = new Set<string>();
    for (let i = 0; i < 100; i++) {
      chain.grow(15);
      const state = await read();
      for (const [name, list] of Object.entries(categories(state))) if (list.length > 0) seen.add(name);
      if (state.contracts.some(({ id }) => lost.has(id))) seen.add('recovered');
      for (const { id } of state.lost) lost.add(id);
      if (state.lost.length > 0) seen.add('recoverable');
      expectSound(state, chain.tip.height);
    }
    expect([...seen].sort()).toEqual(
      ['active', 'passive', 'refreshed', 'disabled', 'expired', 'expiredRefreshed', 'recoverable', 'recovered'].sort()
    );
    market.close();
  });
});

test('a contract is bad once its host has been gone for two hours, unless it was renewed before', async () => {
  const { act, live, world } = await openRenter();
  act(setAllowance({ hosts: 1n }));
  const state = await live(8);
  const [contract] = state.contracts;
  const contracts = [contract!, { ...contract!, renewedTo: contract!.id }];
  const { endsAt } = world.hosts.host(contract!.host);
  const bad = [11, 12].map((blocks) =>
    evaluateContracts(world, { ...state, contracts }, endsAt + blocks).map(({ isBad }) => isBad)
  );
  expect(bad).toEqual([
    [false, false],
    [true, false]
  ]);
});

test.each([
  [true, false],
  [false, true]
])('with subnets checked: %s, contracts of one block share some: %s', async (checkIpViolation, expected) => {
  const { act, live, world } = await openRenter();
  act({ type: 'configure', settings: { allowance: { ...allowance, hosts: 150n }, checkIpViolation } });
  const { contracts } = await live(20);
  const nets = contracts.flatMap(({ host, startHeight }) =>
    world.hosts.host(host).ipNets.map((net) => `${net} at ${startHeight}`)
  );
  expect(nets.length).toBeGreaterThan(100);
  expect(new Set(nets).size < nets.length).toBe(expected);
});

test('of the ended contracts the newest 400 are kept, and what the others cost', async () => {
  const { act, live, world } = await openRenter();
  act(setAllowance({ hosts: 1n }));
  const state = await live(20);
  const contract = state.contracts[0]!;
  const ended = Array.from({ length: 405 }, (_, i) => ({ ...contract, id: `${i}` as FileContractId, endHeight: 10 }));
  const moment = { height: contract.endHeight, id: ZERO_BLOCK_ID, timestamp: unixSeconds(0) };
  const next = stepRenter(world, { ...state, ended }, moment);
  expect(next.ended.map(({ id }) => id)).toEqual([...ended.slice(6).map(({ id }) => id), contract.id]);
  expect(next.forgottenSpending).toBe(6n * totalSpent(contract.spending));
});

describe('a filter mode', () => {
  test('replaces contracts with blacklisted hosts', async () => {
    const { act, live, world } = await openRenter();
    act(setAllowance());
    const { contracts } = await live(10);
    const bad = contracts.slice(0, 5).map(({ host }) => world.hosts.host(host));
    act(setFilter({ filterMode: 'blacklist', hosts: bad.map(({ publicKey }) => publicKey) }));
    const state = await live(5);
    const { active, disabled } = categories(state);
    expect(active.length).toBe(12);
    expect(disabled.length).toBe(5);
    expect(active.some(({ host }) => bad.includes(world.hosts.host(host)))).toBe(false);
  });

  test('replaces contracts until all are with whitelisted hosts, and again when it is lifted', async () => {
    const { act, live, world } = await openRenter();
    act(setAllowance());
    const before = await live(10);
    const ranked = world.ranking.at(13, { hosts: 12, blocks: 260, storage: 25e10, upload: 1e9, download: 1e9 });
    const worst = ranked.filter(({ isActive, score }) => isActive && score.score > 0n).slice(-30);
    act(setFilter({ filterMode: 'whitelist', hosts: worst.map(({ host }) => host.publicKey) }));
    const filtered = await live(10);
    const listed = new Set(worst.map(({ host }) => host.index));
    const kept = filtered.contracts.filter(({ goodForRenew }) => goodForRenew);
    expect(kept.length).toBe(12);
    expect(kept.every(({ host }) => listed.has(host))).toBe(true);
    act(setFilter({ filterMode: 'disable' }));
    const lifted = categories(await live(6)).active;
    expect(lifted.length).toBe(12);
    const good = new Set(before.contracts.map(({ host }) => host));
    expect(lifted.filter(({ host }) => good.has(host)).length).toBeGreaterThan(6);
  });
});

describe('after any actions', () => {
  const actions = fc.oneof(
    fc
      .record({
        funds: fc.bigInt(1n, 3_000n).map(coins),
        hosts: fc.bigInt({ min: 1n, max: 60n }),
        period: fc.bigInt(1n, 120n),
        renewWindow: fc.bigInt(1n, 150n),
        expectedStorage: fc.bigInt(1n, 10n ** 13n),
        expectedDownload: fc.bigInt(1n, 10n ** 9n),
        expectedRedundancy: fc.double({ min: 0.01, max: 10, noNaN: true })
      })
      .map((changes) => setAllowance(changes)),
    fc.constant<RenterAction>({ type: 'cancelAllowance' }),
    fc
      .constantFrom('198.18.0.0/16', 'example', '2001:db8::/32')
      .map((net) => setFilter({ filterMode: 'blacklist', netAddresses: [net] })),
    fc.constant(setFilter({})),
    fc.boolean().map((checkIpViolation): RenterAction => ({ type: 'configure', settings: { checkIpViolation } }))
  );
  const lives = fc.array(fc.tuple(actions, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 8 });

  test(
    'the accounts balance to the hasting after every block',
    async () => {
      await fc.assert(
        fc.asyncProperty(lives, async (life) => {
          const { act, live, market } = await openRenter();
          for (const [action, blocks] of life) {
            act(action);
            await live(blocks, expectSound);
          }
          market.close();
        }),
        { numRuns: 8 }
      );
    },
    limitMs(60_000)
  );
});
