import { describe, expect, test } from 'vitest';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { FileContractId } from '$lib/chain/ids';
import { SECTOR_SIZE, type HostOffer } from '$lib/server/node/hostdb/offers';
import {
  contractEnd,
  DEFAULT_ALLOWANCE,
  demandOf,
  hostsWanted,
  isAffordable,
  NO_PRICE_LIMITS,
  periodBlocks,
  renewWindowBlocks,
  targetSize
} from '$lib/server/node/renter/allowance';
import { renterAlerts } from '$lib/server/node/renter/alerts';
import { isStarved, revise } from '$lib/server/node/renter/revising';
import { addSpending, NO_SPENDING, periodFigures, totalSpent, withPayments } from '$lib/server/node/renter/spending';
import { INITIAL_RENTER, type Contract, type RenterState, type Spending } from '$lib/server/node/renter/state';
import { DEFAULT_DEMAND } from '$lib/server/node/simulation/score';
import { MarketRandom } from '$lib/server/node/simulation/random';

const COIN = HASTINGS_PER_COIN;
const id = '11'.repeat(32) as FileContractId;
const contract = {
  ...{ id, host: 0, startHeight: 100, endHeight: 400, size: 0n, revisionNumber: 5n },
  ...{ totalCost: hastings(1_000n * COIN), renterFunds: hastings(900n * COIN), renewedTo: undefined },
  ...{ spending: { ...NO_SPENDING, fees: hastings(100n * COIN) }, goodForUpload: true, goodForRenew: true }
} as Contract;
const allowance = { ...DEFAULT_ALLOWANCE, hosts: 2n, period: 200n, renewWindow: 60n, funds: hastings(5_000n * COIN) };

test('spending is added by category, and in total', () => {
  const names = Object.keys(NO_SPENDING) as (keyof Spending)[];
  const spending = Object.fromEntries(
    names.map((name, i) => [name, hastings(10n ** BigInt(i))])
  ) as unknown as Spending;
  expect(totalSpent(spending)).toBe(11_111_111n);
  const twice = addSpending(spending, spending);
  for (const [i, name] of names.entries()) expect([name, twice[name]]).toEqual([name, 2n * 10n ** BigInt(i)]);
});

test('a contract pays no more than it has', () => {
  const paid = withPayments({ ...contract, renterFunds: hastings(10n) }, ({ pay, left }) => {
    pay('upload', 7n);
    expect(left()).toBe(3n);
    pay('download', 7n);
    expect(left()).toBe(0n);
  });
  expect(paid).toMatchObject({ renterFunds: 0n, spending: { fees: contract.spending.fees, upload: 7n, download: 3n } });
});

describe('the figures of a period', () => {
  const with_ = (changes: Partial<Contract>) => ({ ...contract, ...changes });
  const state: RenterState = {
    ...INITIAL_RENTER,
    ...{ allowance, currentPeriod: 300, forgottenSpending: hastings(3n * COIN) },
    // Formed in the period, also if renewed since; running since the one before; and renewed.
    contracts: [
      with_({ startHeight: 300 }),
      with_({ startHeight: 300, renewedTo: id, totalCost: hastings(20n * COIN) }),
      with_({ startHeight: 299 }),
      with_({ renewedTo: id, totalCost: hastings(1n) })
    ],
    ended: [with_({ startHeight: 300 }), with_({ endHeight: 310 }), with_({ endHeight: 250 })]
  };

  test('count contracts that were formed in it, and others that run and were not renewed', () => {
    const figures = periodFigures(state, 394);
    expect(figures.allocated).toBe(3_020n * COIN);
    expect(figures.spending.fees).toBe(400n * COIN);
    expect(figures.unspent).toBe(4_600n * COIN);
    expect(figures.unallocated).toBe(1_980n * COIN);
    expect(figures.previousSpending).toBe(303n * COIN);
  });

  test('show what is withheld of earlier ones until their proofs are due', () => {
    // One runs until 400, the others ended at 310 and 250; each is paid out 144 blocks later.
    const at = (height: number) => {
      const { withheld, releaseBlock } = periodFigures(state, height);
      return [withheld / COIN, releaseBlock];
    };
    expect(at(393)).toEqual([2_700n, 544]);
    expect(at(394)).toEqual([1_800n, 544]);
    expect(at(454)).toEqual([900n, 544]);
    expect(at(543)).toEqual([900n, 544]);
    expect(at(544)).toEqual([0n, 0]);
  });

  test('are never below nothing', () => {
    const poor = { ...state, allowance: { ...allowance, funds: hastings(1n) } };
    expect(periodFigures(poor, 400)).toMatchObject({ unspent: 0n, unallocated: 0n });
    expect(periodFigures({ ...state, allowance: undefined }, 400)).toMatchObject({ unspent: 0n, unallocated: 0n });
  });
});

describe('an allowance', () => {
  test('has contracts until one renew window after its period', () => {
    expect([periodBlocks(allowance), renewWindowBlocks(allowance), contractEnd(7, allowance)]).toEqual([200, 60, 267]);
    expect(periodBlocks({ ...allowance, period: 0n })).toBe(1);
    const endless = { ...allowance, period: 10n ** 30n, renewWindow: 10n ** 30n };
    expect([periodBlocks(endless), renewWindowBlocks(endless)]).toEqual([1e12, 1e12]);
  });

  test('is for one host at least, and no more than any market has', () => {
    const wanted = (hosts: bigint) => hostsWanted({ ...allowance, hosts });
    expect([0n, 1n, 50n, 999_999n, 10n ** 30n].map(wanted)).toEqual([1, 1, 50, 999_999, 1_000_000]);
  });

  test('stores its data with redundancy, in whole sectors with each host', () => {
    const size = (expectedStorage: bigint, expectedRedundancy = 1) =>
      targetSize({ ...allowance, expectedStorage, expectedRedundancy });
    expect([0n, 1n, 2n * SECTOR_SIZE].map((storage) => size(storage))).toEqual([0n, 0n, SECTOR_SIZE]);
    expect(size(2n * SECTOR_SIZE + 2n)).toBe(2n * SECTOR_SIZE);
    expect(size(4n * SECTOR_SIZE, 2.5)).toBe(5n * SECTOR_SIZE);
  });

  test('asks each host for its share of the traffic while contracts run', () => {
    const demand = demandOf({
      ...{ ...allowance, expectedStorage: 4n * SECTOR_SIZE, expectedRedundancy: 3 },
      ...{ expectedUpload: 10n, expectedDownload: 20n }
    });
    const blocks = 260;
    expect(demand).toEqual({
      hosts: 2,
      blocks,
      storage: Number(6n * SECTOR_SIZE),
      upload: (10 * 3 * blocks) / 2,
      download: (20 * blocks) / 2
    });
    expect(demandOf(undefined)).toBe(DEFAULT_DEMAND);
  });

  const offer = {
    ...{ baseRpcPrice: 5n, contractPrice: 5n, downloadBandwidthPrice: 5n },
    ...{ sectorAccessPrice: 5n, storagePrice: 5n, uploadBandwidthPrice: 5n }
  } as unknown as HostOffer;
  test.each([
    'maxRpcPrice',
    'maxContractPrice',
    'maxDownloadBandwidthPrice',
    'maxSectorAccessPrice',
    'maxStoragePrice',
    'maxUploadBandwidthPrice'
  ])('limits prices by %s, if it is given and not zero', (name) => {
    const fits = (limit: bigint | undefined) =>
      isAffordable(offer, { ...allowance, ...NO_PRICE_LIMITS, [name]: limit });
    expect([undefined, 0n, 4n, 5n, 6n].map(fits)).toEqual([true, true, false, true, true]);
  });
});

describe('a visit of the renter', () => {
  const offer = {
    ...{ baseRpcPrice: 1n, storagePrice: 2n, uploadBandwidthPrice: 3n, downloadBandwidthPrice: 5n },
    remainingStorage: 10n ** 15n
  } as unknown as HostOffer;
  /** The usual pace, and no account work unless chosen. */
  const randomOf = (chances: readonly string[] = [], pace = 1): MarketRandom => {
    const random = new MarketRandom('seed');
    random.chance = (_, label) => chances.includes(label);
    random.between = () => pace;
    random.integer = () => 1_000;
    return random;
  };
  const small = { ...allowance, expectedStorage: 512n * SECTOR_SIZE, expectedRedundancy: 1, expectedDownload: 600n };
  const visit = (
    changes: Partial<Contract>,
    given: Partial<HostOffer> = {},
    chances: readonly string[] = [],
    height = 300
  ) => revise(randomOf(chances), { ...contract, ...changes }, { ...offer, ...given }, small, height);

  test('uploads a 64th of what is missing, in whole sectors, and pays until the end', () => {
    const { size, spending, renterFunds, revisionNumber, totalCost } = visit({});
    expect([size, revisionNumber]).toEqual([4n * SECTOR_SIZE, 6n]);
    expect(spending).toMatchObject({
      upload: 4n * SECTOR_SIZE * 3n,
      storage: 4n * SECTOR_SIZE * 2n * 100n,
      download: 0n
    });
    expect(totalCost).toBe(renterFunds + totalSpent(spending));
    expect(revise(randomOf([], 1.5), contract, offer, small, 300).size).toBe(6n * SECTOR_SIZE);
    // The last sectors too.
    expect(visit({ size: 255n * SECTOR_SIZE }).size).toBe(256n * SECTOR_SIZE);
    expect(visit({ size: 256n * SECTOR_SIZE }).size).toBe(256n * SECTOR_SIZE);
    expect(visit({ size: 300n * SECTOR_SIZE }).size).toBe(300n * SECTOR_SIZE);
  });

  test('uploads no more than the host has room for, nor than nine tenths of the funds pay for', () => {
    expect(visit({}, { remainingStorage: 2n * SECTOR_SIZE }).size).toBe(2n * SECTOR_SIZE);
    const price = (sectors: bigint) => sectors * SECTOR_SIZE * (3n + 200n);
    const fundsFor = (sectors: bigint) => hastings((price(sectors) * 10n) / 9n + 2n);
    expect(visit({ renterFunds: fundsFor(3n) }).size).toBe(3n * SECTOR_SIZE);
    expect(visit({ renterFunds: hastings(fundsFor(3n) - 100n) }).size).toBe(2n * SECTOR_SIZE);
    expect(visit({ renterFunds: hastings(0n) }).size).toBe(0n);
    const free = { storagePrice: 0n, uploadBandwidthPrice: 0n } as Partial<HostOffer>;
    expect(visit({ renterFunds: hastings(0n) }, free).size).toBe(4n * SECTOR_SIZE);
    expect(visit({ goodForUpload: false }).size).toBe(0n);
    // In the last block, and beyond it, one block is paid for.
    expect(visit({}, {}, [], 399).spending.storage).toBe(4n * SECTOR_SIZE * 2n);
    expect(visit({}, {}, [], 450).spending.storage).toBe(4n * SECTOR_SIZE * 2n);
  });

  test('downloads its share of the expected traffic in proportion to what is stored, for a tenth of the funds at most', () => {
    const download = (size: bigint, funds = 900n * COIN) =>
      visit({ size, renterFunds: hastings(funds), goodForUpload: false }).spending.download;
    // 600 bytes in each of three blocks, from two hosts, at 5 hastings.
    expect(download(256n * SECTOR_SIZE)).toBe(4_500n);
    expect(download(128n * SECTOR_SIZE)).toBe(2_250n);
    expect(download(512n * SECTOR_SIZE)).toBe(4_500n);
    expect(download(0n)).toBe(0n);
    expect(download(256n * SECTOR_SIZE, 1_001n)).toBe(100n);
    const none = { ...small, expectedStorage: 0n };
    expect(revise(randomOf(), { ...contract, size: 1n }, offer, none, 300).spending.download).toBe(0n);
  });

  test('pays for prices and sometimes for its balance, and fills its account at first and now and then', () => {
    const { spending } = visit({});
    expect(spending).toMatchObject({ updatePriceTable: 1n, accountBalance: 0n, fundAccount: 0n, fundAccountCall: 0n });
    expect(visit({}, {}, ['revise/balance']).spending.accountBalance).toBe(1n);
    for (const filled of [visit({ revisionNumber: 1n }), visit({}, {}, ['revise/top-up'])]) {
      expect(filled.spending).toMatchObject({ fundAccount: COIN, fundAccountCall: 1n });
    }
    // A twentieth of little money.
    expect(visit({ revisionNumber: 1n, renterFunds: hastings(2_001n) }).spending.fundAccount).toBe(100n);
  });
});

test('a contract with less than a twentieth of its cost left has no funds', () => {
  const starved = (renterFunds: bigint) => isStarved({ ...contract, renterFunds: hastings(renterFunds) });
  expect([starved(50n * COIN), starved(50n * COIN - 1n)]).toEqual([false, true]);
});

describe('alerts of the renter', () => {
  const moment = { height: 100 } as Parameters<typeof renterAlerts>[1];
  const messages = (changes: Partial<RenterState>) =>
    renterAlerts({ ...INITIAL_RENTER, ...changes }, moment).map(({ severity, message }) => `${severity}: ${message}`);

  test('report a shortage for twelve blocks', () => {
    const at = (height: number) => messages({ shortages: [{ of: 'funds', during: 'forming', height }] });
    expect(at(88)).toEqual([]);
    expect(at(89)).toEqual(['warning: the renter has fewer contracts than the allowance asks for']);
  });

  test('report data on hosts that are gone', () => {
    const bad = { ...contract, isBad: true, size: 1n };
    expect(messages({ contracts: [bad, contract, { ...bad, size: 0n }] })).toEqual([
      'error: 1 contract holds data on an offline host'
    ]);
    expect(messages({ contracts: [bad, bad] })).toEqual(['error: 2 contracts hold data on an offline host']);
    expect(messages({ contracts: [contract] })).toEqual([]);
  });
});
