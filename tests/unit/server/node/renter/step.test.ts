import { describe, expect, test } from 'vitest';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { FileContractId } from '$lib/chain/ids';
import { initialFunding } from '$lib/server/node/renter/forming';
import { totalSpent } from '$lib/server/node/renter/spending';
import { INITIAL_RENTER, type Contract, type RenterState } from '$lib/server/node/renter/state';
import { startPeriod, stepRenter } from '$lib/server/node/renter/step';
import {
  allowance,
  contractWith,
  END,
  momentAt,
  OFFER,
  START,
  worldOf,
  type ScriptedMarket
} from '../../../../support/scriptedMarket';

const COIN = HASTINGS_PER_COIN;

const step = (market: ScriptedMarket, state: RenterState, height: number) =>
  stepRenter(worldOf(market), state, momentAt(height));

const renter = (hosts: readonly number[], changes: Partial<RenterState> = {}): RenterState => ({
  ...INITIAL_RENTER,
  allowance: { ...allowance, hosts: BigInt(Math.max(1, hosts.length)) },
  currentPeriod: START,
  contracts: hosts.map((host) => contractWith(host)),
  ...changes
});
const hostsOf = (contracts: readonly Contract[]) => contracts.map(({ host }) => host);

describe('a period', () => {
  test.each([
    [1_199, 1_000],
    [1_200, 1_200],
    [1_399, 1_200],
    [1_750, 1_600],
    // After a reorganization.
    [900, 1_000]
  ])('at height %i began at %i', (height, began) => {
    expect(startPeriod(renter([]), momentAt(height)).currentPeriod).toBe(began);
  });

  test('does not begin without an allowance', () => {
    const state = renter([], { allowance: undefined, currentPeriod: 0 });
    expect(startPeriod(state, momentAt(5_000))).toBe(state);
    expect(step({ hosts: [1] }, state, 5_000)).toBe(state);
  });
});

describe('contracts are renewed', () => {
  const hosts = Array.from({ length: 14 }, (_, i) => i);
  /** When the contract with each host is renewed, by steps from the begin of the next period. */
  const renewals = (renewWindow: bigint) => {
    const first = START + 200;
    const terms = { ...allowance, renewWindow, hosts: 14n, funds: hastings(10n ** 6n * COIN) };
    let state = renter(hosts, {
      allowance: terms,
      contracts: hosts.map((host) => contractWith(host, { endHeight: first + Number(renewWindow) }))
    });
    const at = new Map<number, number>();
    for (let height = first - 1; height < first + 20; height++) {
      state = step({ hosts }, state, height);
      for (const { host, startHeight } of state.contracts) if (startHeight > START) at.set(host, startHeight - first);
    }
    return hosts.map((host) => at.get(host));
  };

  test('in the first twelve blocks of the renew window, or its first half if it is shorter', () => {
    expect(renewals(60n)).toEqual(hosts.map((host) => host % 12));
    expect(renewals(10n)).toEqual(hosts.map((host) => host % 5));
    expect(renewals(1n)).toEqual(hosts.map(() => 0));
  });

  test('with the same host and data until the end of the next period, for a fifth more than they used', () => {
    const used = 500n * COIN;
    const contract = contractWith(12, { size: 1_000n });
    const spending = { ...contract.spending, upload: hastings(used) };
    const renterFunds = hastings(contract.totalCost - totalSpent(spending));
    const state = renter([12], { contracts: [{ ...contract, spending, renterFunds }] });
    const [old, renewed] = step({ hosts: [12] }, state, START + 200).contracts;
    expect(old).toMatchObject({ renewedTo: renewed!.id, goodForRenew: false, goodForUpload: false });
    expect(renewed).toMatchObject({ host: 12, size: 1_000n, startHeight: START + 200, endHeight: END + 200 });
    const held = 1_000n * OFFER.storagePrice * 200n;
    expect(renewed!.spending.storage).toBe(held);
    const usual = initialFunding(state.allowance!);
    expect(usual).toBeGreaterThan((used * 6n) / 5n);
    expect(renewed!.totalCost - renewed!.spending.fees - held).toBe(usual);
    // With a smaller allowance the use counts.
    const small = { ...state, allowance: { ...state.allowance!, funds: hastings(1_500n * COIN) } };
    const [, second] = step({ hosts: [12] }, small, START + 200).contracts;
    expect(second!.totalCost - second!.spending.fees - held).toBe((used * 6n) / 5n);
  });

  test('unless their host is offline, or they are not wanted any more', () => {
    const state = renter([12]);
    expect(step({ hosts: [12], offline: [12] }, state, START + 200).contracts).toHaveLength(1);
    const cancelled = { ...state, contracts: [{ ...state.contracts[0]!, isCancelled: true }] };
    expect(step({ hosts: [12] }, cancelled, START + 200).contracts).toHaveLength(1);
  });

  test('and a lack of funds is reported, and not tried again for six blocks', () => {
    // Storing that until the end of the next period costs 2,000 coins.
    const contracts = [contractWith(12, { size: 10n ** 24n })];
    const poor = renter([12], { contracts, allowance: { ...allowance, hosts: 1n, funds: hastings(1n) } });
    const failed = step({ hosts: [12] }, poor, START + 200);
    const shortage = { of: 'funds', during: 'renewing', height: START + 200 };
    expect([failed.contracts.length, failed.shortages]).toEqual([1, [shortage]]);
    const rich = { ...failed, allowance: { ...allowance, hosts: 1n } };
    expect(step({ hosts: [12] }, rich, START + 205).contracts).toHaveLength(1);
    const renewed = step({ hosts: [12] }, rich, START + 206);
    expect([renewed.contracts.length, renewed.shortages]).toEqual([2, []]);
  });
});

test('what an old contract cost does not count against the allowance of the period in which it is renewed', () => {
  const contract = contractWith(12);
  const funds = contract.totalCost;
  const limited = (changes: Partial<Contract>) =>
    renter([12], { contracts: [{ ...contract, ...changes }], allowance: { ...allowance, hosts: 2n, funds } });
  expect(step({ hosts: [12] }, limited({}), START + 200).contracts).toHaveLength(2);
  // One of the same period that has no funds is to be refreshed from what is left.
  const refreshed = step({ hosts: [12] }, limited({ renterFunds: hastings(0n) }), START + 10);
  expect(refreshed.contracts).toHaveLength(1);
  expect(refreshed.shortages).toContainEqual({ of: 'funds', during: 'refreshing', height: START + 10 });
});

test('of contracts that are due, one that is too expensive does not keep another from being renewed', () => {
  const contracts = [contractWith(12, { size: 10n ** 25n }), contractWith(24)];
  const state = step({ hosts: [12, 24] }, renter([12, 24], { contracts }), START + 200);
  expect(hostsOf(state.contracts)).toEqual([12, 24, 24]);
});

test('a contract without funds is refreshed until its own end, with twice the funds', () => {
  const contract = contractWith(5, { renterFunds: hastings(1n) });
  const state = renter([5], { contracts: [contract], allowance: { ...allowance, hosts: 36n } });
  const [, refreshed] = step({ hosts: [5] }, state, START + 10).contracts;
  expect(refreshed).toMatchObject({ endHeight: END, startHeight: START + 10, host: 5 });
  expect(refreshed!.totalCost - refreshed!.spending.fees).toBe(2n * (contract.totalCost - contract.spending.fees));
  // One that has funds is not.
  expect(step({ hosts: [5] }, renter([5]), START + 10).contracts).toHaveLength(1);
});

describe('missing contracts', () => {
  const wanted = { allowance, contracts: [] };
  const many = Array.from({ length: 30 }, (_, i) => i);

  test('are formed with the best hosts, a sixth of all in each block, at least one', () => {
    const state = step({ hosts: many }, renter([], wanted), START);
    expect(hostsOf(state.contracts)).toEqual([0, 1]);
    expect(hostsOf(step({ hosts: many }, state, START + 1).contracts)).toEqual([0, 1, 2, 3]);
    const few = { ...wanted, allowance: { ...allowance, hosts: 2n } };
    expect(hostsOf(step({ hosts: many }, renter([], few), START).contracts)).toEqual([0]);
    expect(state.contracts[0]).toMatchObject({ startHeight: START, endHeight: END });
  });

  test('are not formed with hosts that are offline, inactive or worthless, nor twice in one subnet', () => {
    const market = { offline: [1], inactive: [2], scores: { 3: 0n } };
    const netsOf = (host: number) => (host < 6 ? [`own ${host}`, 'one'] : [String(host)]);
    const form = (changes: Partial<RenterState>) =>
      hostsOf(step({ hosts: many, ...market, netsOf }, renter([], { ...wanted, ...changes }), START).contracts);
    expect(form({})).toEqual([0, 6]);
    expect(form({ checkIpViolation: false })).toEqual([0, 4]);
    // Nor with hosts of contracts that were lost.
    expect(form({ lost: [contractWith(0)] })).toEqual([4, 6]);
  });

  test('replace those that were given up', () => {
    const given = renter([1], { contracts: [contractWith(1, { isCancelled: true })] });
    expect(hostsOf(step({ hosts: [1, 2, 3] }, given, START).contracts)).toEqual([1, 2]);
  });

  test('are in other subnets than those there are', () => {
    const netsOf = (host: number) => [host < 6 ? 'one' : String(host)];
    const state = renter([0], { allowance });
    const form = (changes: Partial<RenterState>) =>
      hostsOf(step({ hosts: many, netsOf }, { ...state, ...changes }, START).contracts);
    expect(form({})).toEqual([0, 6, 7]);
    expect(form({ checkIpViolation: false })).toEqual([0, 1, 2]);
  });

  test('cost what is then missing for others', () => {
    // Each costs more than a coin.
    const poor = { ...wanted, allowance: { ...allowance, funds: hastings(2n * COIN) } };
    expect(hostsOf(step({ hosts: many }, renter([], poor), START).contracts)).toEqual([0]);
  });

  test('are formed within the funds that are left, and their lack is reported', () => {
    const one = step({ hosts: many }, renter([], wanted), START).contracts[0]!;
    const funds = hastings(one.totalCost + one.totalCost / 100n);
    const poor = { ...wanted, allowance: { ...allowance, funds } };
    const state = step({ hosts: many }, renter([], { ...poor, lost: [] }), START);
    // The first two cost a third of their share of these funds each.
    expect(state.contracts).toHaveLength(2);
    const broke = { ...poor, allowance: { ...allowance, funds: hastings(COIN) } };
    expect(step({ hosts: many }, renter([], broke), START).shortages).toEqual([
      { of: 'funds', during: 'forming', height: START }
    ]);
  });

  test('without hosts are reported, and tried again after six blocks', () => {
    const state = step({ hosts: [] }, renter([], wanted), START);
    expect(state.shortages).toEqual([{ of: 'hosts', during: 'forming', height: START }]);
    expect(step({ hosts: many }, state, START + 5).contracts).toEqual([]);
    const formed = step({ hosts: many }, state, START + 6);
    expect([hostsOf(formed.contracts), formed.shortages]).toEqual([[0, 1], []]);
    // Nothing is missing any more; others are still reported.
    const other = { of: 'funds', during: 'renewing', height: START } as const;
    const complete = renter([1], { shortages: [...state.shortages, other] });
    expect(step({ hosts: [1] }, complete, START + 1).shortages).toEqual([other]);
    // Those do not keep contracts from being formed.
    expect(hostsOf(step({ hosts: many }, renter([], { ...wanted, shortages: [other] }), START + 1).contracts)).toEqual([
      0, 1
    ]);
    // It is reported once, with the last attempt.
    const again = step({ hosts: [] }, { ...state, shortages: [other, ...state.shortages] }, START + 6);
    expect(again.shortages).toEqual([other, { of: 'hosts', during: 'forming', height: START + 6 }]);
  });

  test('whose formation was interrupted are recovered after eighteen blocks, if the funds allow', () => {
    const state = step({ hosts: many, loses: true }, renter([], wanted), START);
    expect([hostsOf(state.contracts), hostsOf(state.lost), state.shortages]).toEqual([[], [0, 1], []]);
    const later = (height: number, changes: Partial<RenterState> = {}) => {
      const { contracts, lost } = step({ hosts: [] }, { ...state, ...changes }, height);
      return [hostsOf(contracts), hostsOf(lost)];
    };
    expect(later(START + 17)).toEqual([[], [0, 1]]);
    expect(later(START + 18)).toEqual([[0], [1]]);
    const { totalCost } = state.lost[0]!;
    const withFunds = (funds: bigint) => ({ allowance: { ...allowance, funds: hastings(funds) } });
    expect(later(START + 18, withFunds(totalCost))).toEqual([[0], [1]]);
    expect(later(START + 18, withFunds(totalCost - 1n))).toEqual([[], [0, 1]]);
    // Until they end.
    expect(later(END)[1]).toEqual([]);
    const [first, second] = state.lost;
    const lost = [first!, { ...second!, endHeight: START + 5 }];
    expect(later(START + 5, { lost })).toEqual([[], [0]]);
    const others = { allowance: undefined, contracts: [contractWith(3)] };
    expect(later(START + 5, { lost, ...others })).toEqual([[3], [0]]);
    expect(later(START + 5, { lost: lost.slice(1), ...others })).toEqual([[3], []]);
  });
});

describe('hosts are compared', () => {
  /** The last of four times as many as wanted is the limit. */
  const hosts = [1, 2, 3, 4, 5, 6];
  const scores = { 1: 90n, 2: 80n, 3: 70n, 4: 60n, 5: 50n, 6: 40n };
  const outbid = (host: number, height: number, changes: Partial<RenterState> = {}) =>
    step({ hosts, scores }, renter([host], changes), height).contracts.find((one) => one.host === host)!.isOutbid;

  test('every 36 blocks, or at once after a change', () => {
    expect([1_007, 1_008, 1_009].map((height) => outbid(5, height))).toEqual([false, true, false]);
    expect(outbid(5, 1_009, { mustCompare: true })).toBe(true);
    expect(step({ hosts, scores }, renter([5], { mustCompare: true }), 1_009).mustCompare).toBe(false);
  });

  test('and contracts with others than the best are given up, those of unknown hosts too', () => {
    expect([1, 4, 5, 6, 7].map((host) => outbid(host, 1_008))).toEqual([false, false, true, true, true]);
    // With two wanted, the best eight.
    const two = renter([5, 6], { allowance: { ...allowance, hosts: 2n } });
    expect(step({ hosts, scores }, two, 1_008).contracts.map(({ isOutbid }) => isOutbid)).toEqual([false, false]);
  });

  test('and contracts are kept again once theirs are good enough', () => {
    const contracts = [contractWith(4, { isOutbid: true })];
    expect(outbid(4, 1_007, { contracts })).toBe(true);
    expect(outbid(4, 1_008, { contracts })).toBe(false);
    // Without any other host all are good enough.
    const lonely = step({ hosts: [] }, renter([4], { contracts }), 1_008);
    expect(lonely.contracts[0]!.isOutbid).toBe(false);
  });

  test('not without an allowance', () => {
    expect(outbid(5, 1_008, { allowance: undefined })).toBe(false);
  });
});

describe('a contract is revised', () => {
  const revisions = (
    height: number,
    host: number,
    market: Partial<ScriptedMarket> = {},
    changes: Partial<Contract> = {}
  ) => {
    const state = renter([host], { contracts: [contractWith(host, changes)] });
    return step({ hosts: [host], ...market }, state, height).contracts[0]!.revisionNumber;
  };

  test('every three blocks, each in its turn, but not in its first', () => {
    expect([1_001, 1_002, 1_003, 1_004].map((height) => revisions(height, 0))).toEqual([1n, 2n, 1n, 1n]);
    expect([1_001, 1_002, 1_003, 1_004].map((height) => revisions(height, 1))).toEqual([2n, 1n, 1n, 2n]);
    expect(revisions(1_002, 0, {}, { startHeight: 1_002 })).toBe(1n);
  });

  test('unless its host is offline or it was given up', () => {
    expect(revisions(1_002, 0, { offline: [0] })).toBe(1n);
    expect(revisions(1_002, 0, {}, { isCancelled: true })).toBe(1n);
  });
});

test('contracts that ended are listed as such, with nothing they are good for', () => {
  const state = renter([1], { contracts: [contractWith(1), contractWith(2, { endHeight: END - 1 })] });
  const ended = step({ hosts: [] }, { ...state, allowance: undefined }, END - 1);
  expect([hostsOf(ended.contracts), hostsOf(ended.ended)]).toEqual([[1], [2]]);
  expect(ended.ended[0]).toMatchObject({ goodForUpload: false, goodForRenew: false });
  const id = '22'.repeat(32) as FileContractId;
  // Of more than 400, those go that are neither of this period nor awaiting their proof.
  const old = Array.from({ length: 400 }, (_, i) =>
    contractWith(i, { id, startHeight: 1, endHeight: END - 1 - 144 + (i === 0 ? 1 : 0) })
  );
  const full = { ...state, allowance: undefined, ended: old, forgottenSpending: hastings(5n) };
  const all = step({ hosts: [] }, full, END - 1);
  expect([all.ended.length, all.forgottenSpending]).toEqual([401, 5n]);
  const less = step({ hosts: [] }, { ...full, ended: old.toReversed() }, END - 1);
  expect([less.ended.length, less.forgottenSpending]).toEqual([400, 5n + totalSpent(old[399]!.spending)]);
  const current = old.map((contract) => ({ ...contract, startHeight: START }));
  expect(step({ hosts: [] }, { ...full, ended: current.toReversed() }, END - 1).ended).toHaveLength(401);
});
