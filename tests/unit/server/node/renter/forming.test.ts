import { describe, expect, test } from 'vitest';
import { FUND_COUNT, hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { HostOffer } from '$lib/server/node/hostdb/offers';
import { formContract, type Formation } from '$lib/server/node/renter/forming';
import type { Contract } from '$lib/server/node/renter/state';
import { MarketRandom } from '$lib/server/node/simulation/random';

const COIN = HASTINGS_PER_COIN;
const random = new MarketRandom('seed');
const OFFER = {
  contractPrice: hastings(COIN),
  storagePrice: hastings(10n),
  collateral: hastings(20n),
  maxCollateral: hastings(1_000n * COIN)
};

const form = (changes: Partial<Formation> = {}, offer: Partial<HostOffer> = {}) =>
  formContract(random, {
    host: 7,
    offer: { ...OFFER, ...offer } as HostOffer,
    startHeight: 100,
    endHeight: 300,
    funding: 100n * COIN,
    budget: 1_000n * COIN,
    ...changes
  });

/** The network's share of the payout. */
const taxOn = (payout: bigint): bigint => {
  const exact = (payout * 39n) / 1_000n;
  return exact - (exact % FUND_COUNT);
};

describe('the collateral', () => {
  test.each<[string, Partial<HostOffer>, bigint]>([
    ['what the host promises for the funds', {}, 200n * COIN],
    ['the most that it locks, if that is less', { maxCollateral: hastings(199n * COIN) }, 199n * COIN],
    ['nothing if storage is free', { storagePrice: hastings(0n) }, 0n]
  ])('is %s', (_, offer, expected) => {
    expect(form({}, offer)!.collateral).toBe(expected);
  });
});

test('the fees are those of contract, transaction and payout', () => {
  const { spending, totalCost, renterFunds } = form()!;
  expect(renterFunds).toBe(100n * COIN);
  expect(totalCost).toBe(renterFunds + spending.fees);
  const ofTransaction = spending.fees - COIN - taxOn(100n * COIN + COIN + 200n * COIN);
  expect(ofTransaction).toBeGreaterThanOrEqual((30n * COIN) / 1_000n);
  expect(ofTransaction).toBeLessThanOrEqual((70n * COIN) / 1_000n);
});

describe('within a budget', () => {
  const cost = form()!.totalCost;

  test('that is just enough, the funds are those wanted', () => {
    expect(form({ budget: cost })).toEqual(form());
  });

  test('that is not, the funds are what it leaves beside the fees of those wanted', () => {
    const { renterFunds, totalCost } = form({ budget: cost - 10n * COIN })!;
    expect(renterFunds).toBe(90n * COIN);
    expect(totalCost).toBeLessThanOrEqual(cost - 10n * COIN);
  });

  test.each([
    ['a fiftieth of the funds wanted', 98n * COIN, true],
    ['less', 98n * COIN + 1n, false]
  ])('that leaves %s, a contract is formed: %s', (_, missing, isFormed) => {
    expect(form({ budget: cost - missing }) !== undefined).toBe(isFormed);
  });

  test('that does not even pay the fees, none is formed', () => {
    expect(form({ budget: 0n })).toBeUndefined();
  });
});

describe('a contract that replaces another', () => {
  const replaces = { ...form()!, size: 1_000_000n, endHeight: 250 } as Contract;

  test('has its data, which is paid for from its end on', () => {
    const renewed = form({ replaces })!;
    const held = 1_000_000n * OFFER.storagePrice * 50n;
    expect(renewed.size).toBe(1_000_000n);
    expect(renewed.spending.storage).toBe(held);
    expect(renewed.renterFunds).toBe(100n * COIN);
    expect(renewed.totalCost).toBe(renewed.renterFunds + held + renewed.spending.fees);
  });

  test('pays nothing for it if it ends earlier', () => {
    expect(form({ replaces, endHeight: 249 })!.spending.storage).toBe(0n);
  });
});
