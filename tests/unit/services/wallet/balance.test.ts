import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { FUND_COUNT, hastings } from '$lib/chain/currency/currency';
import { balanceAt, balanceFrom, nextMaturity, type BalanceParts } from '$lib/services/wallet/balance';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const coin = (id: string, value: bigint, maturityHeight = 0n, leafIndex: bigint | undefined = 0n) =>
  ({ id, output: { value }, maturityHeight, leafIndex }) as unknown as OwnedCoin;
const fund = (id: string, units: bigint, claimStart = 0n) =>
  ({ id, output: { value: units }, claimStart, leafIndex: 0n }) as unknown as OwnedFund;

type Party = [id: string, coins?: bigint, own?: boolean];
const party = ([id, coins, own = true]: Party) => ({ id, coins, own });
/** A pending event: what it spends, what it creates, and how the balance changes. */
const waiting = (inputs: Party[], outputs: Party[], coins: bigint) =>
  ({ inputs: inputs.map(party), outputs: outputs.map(party), coins, funds: 0n }) as unknown as WalletEvent;

/** A wallet with 100 hastings at block 50, without anything special. */
const parts = (changes: Partial<BalanceParts> = {}): BalanceParts => ({
  meta: {
    coins: 100n,
    funds: 9n,
    state: { index: { height: 50 }, fundTaxRevenue: 3n * FUND_COUNT }
  } as unknown as BalanceParts['meta'],
  immature: [],
  frozen: [],
  funds: [],
  pool: [],
  timeLocked: [],
  watched: [],
  ...changes
});

describe('a balance', () => {
  const nothing = { total: 100n, waiting: 0n, spendable: 100n, watched: 0n, timeLocked: 0n, immature: 0n, unconfirmed: 0n, frozen: 0n, funds: 9n, unclaimed: 0n }; // prettier-ignore
  test.each<[string, Partial<BalanceParts>, object]>([
    ['is spendable', {}, {}],
    ['except what is immature', { immature: [coin('a', 30n), coin('b', 4n)] }, { spendable: 66n, immature: 34n }],
    ['with an incoming payment', { pool: [waiting([['x', 7n, false]], [['y', 7n]], 7n)] }, { total: 107n, waiting: 7n, unconfirmed: 7n }],
    [
      'with an outgoing payment and its change',
      { pool: [waiting([['a', 60n]], [['x', 20n, false], ['y', 39n]], -21n)] },
      { total: 79n, waiting: 39n, spendable: 40n, unconfirmed: -21n }
    ],
    [
      'with a payment that spends another’s change',
      { pool: [waiting([['a', 60n]], [['y', 39n]], -21n), waiting([['y', 39n]], [['z', 30n]], -9n)] },
      { total: 70n, waiting: 30n, spendable: 40n, unconfirmed: -30n }
    ],
    [
      'with an immature coin spent in the pool, which counts as immature',
      { immature: [coin('a', 30n)], pool: [waiting([['a', 30n]], [], -30n)] },
      { total: 70n, waiting: -30n, spendable: 70n, immature: 30n, unconfirmed: -30n }
    ],
    ['with fund units spent in the pool, which are not coins', { pool: [waiting([['f']], [['g']], 0n)] }, {}],
    ['except what is frozen', { frozen: [coin('a', 30n), coin('b', 4n)] }, { spendable: 66n, frozen: 34n }],
    ['with a frozen coin that is immature', { immature: [coin('a', 30n)], frozen: [coin('a', 30n), coin('b', 4n)] }, { spendable: 66n, immature: 30n, frozen: 4n }],
    ['with a frozen coin spent in the pool', { frozen: [coin('a', 30n)], pool: [waiting([['a', 30n]], [['y', 29n]], -1n)] }, { total: 99n, waiting: 29n, spendable: 70n, unconfirmed: -1n }],
    ['while its policy allows no payments', { timeLocked: 'all', immature: [coin('a', 30n)], frozen: [coin('c', 5n)], pool: [waiting([['b', 20n]], [['y', 12n]], -8n)] }, { total: 92n, spendable: 0n, timeLocked: 45n, immature: 30n, frozen: 5n, waiting: 12n, unconfirmed: -8n }],
    ['except coins with a policy that allows no payments yet', { timeLocked: [coin('a', 30n), coin('b', 4n)] }, { spendable: 66n, timeLocked: 34n }],
    ['with such coins that are immature, frozen or spent in the pool', { timeLocked: [coin('a', 30n), coin('b', 4n), coin('c', 5n), coin('d', 7n)], immature: [coin('a', 30n)], frozen: [coin('b', 4n)], pool: [waiting([['c', 5n]], [], -5n)] }, { total: 95n, spendable: 54n, timeLocked: 7n, immature: 30n, frozen: 4n, unconfirmed: -5n }],
    ['except coins at addresses without a policy', { watched: [coin('a', 30n), coin('b', 4n)], frozen: [coin('b', 4n)], timeLocked: [coin('c', 5n)] }, { spendable: 61n, watched: 30n, timeLocked: 5n, frozen: 4n }],
    ['of a wallet without any policy', { watched: 'all', immature: [coin('a', 30n)] }, { spendable: 0n, watched: 70n, immature: 30n }],
    ['with the claim of fund units', { funds: [fund('f', 5n), fund('g', 2n, FUND_COUNT)] }, { unclaimed: 15n + 4n }],
    ['without the claim of units spent in the pool', { funds: [fund('f', 5n), fund('g', 2n)], pool: [waiting([['f']], [], 0n)] }, { unclaimed: 6n }],
    ['with other wallets’ payments in the same pool', { pool: [waiting([['a', 60n, false]], [['y', 5n]], 5n)] }, { total: 105n, waiting: 5n, unconfirmed: 5n }]
  ])('%s', (_, changes, expected) => {
    expect(balanceFrom(parts(changes))).toEqual({ ...nothing, ...expected });
  }); // prettier-ignore

  test('is the sum of its parts', () => {
    const {
      total,
      spendable,
      immature,
      frozen,
      waiting: rest
    } = balanceFrom(
      parts({ immature: [coin('a', 30n)], frozen: [coin('c', 5n)], pool: [waiting([['b', 20n]], [['y', 12n]], -8n)] })
    );
    expect(total).toBe(hastings(spendable + immature + frozen + rest));
  });
});

describe('the next maturing coins', () => {
  test.each<[string, OwnedCoin[], object | undefined]>([
    ['none', [], undefined],
    ['one', [coin('a', 5n, 60n)], { height: 60, coins: 5n, blocks: 10 }],
    ['the soonest', [coin('a', 5n, 60n), coin('b', 6n, 58n), coin('c', 7n, 59n)], { height: 58, coins: 6n, blocks: 8 }],
    ['all of its block', [coin('a', 5n, 60n), coin('b', 6n, 60n), coin('c', 7n, 61n)], { height: 60, coins: 11n, blocks: 10 }],
    ['one that is already due', [coin('a', 5n, 49n)], { height: 49, coins: 5n, blocks: 0 }],
    ['not one without a proof', [{ ...coin('a', 5n, 55n), leafIndex: undefined }, coin('b', 6n, 60n)], { height: 60, coins: 6n, blocks: 10 }],
    ['none with a proof', [{ ...coin('a', 5n, 55n), leafIndex: undefined }], undefined]
  ])('%s', (_, immature, expected) => {
    expect(nextMaturity(parts({ immature }))).toEqual(expected);
  }); // prettier-ignore
});

describe('the part of a balance at some addresses', () => {
  // Half of each amount at either address.
  const at = (address: string, id: string, value: bigint, maturityHeight = 0n) =>
    ({ ...coin(id, value, maturityHeight), output: { value, address } }) as OwnedCoin;
  const both = (id: string, value: bigint, maturityHeight = 0n) => [
    at('here', `${id}1`, value, maturityHeight),
    at('there', `${id}2`, value, maturityHeight)
  ];
  const immature = both('i', 30n, 60n);
  const frozen = both('f', 4n);
  const spent = both('s', 5n);
  const coins = [...immature, ...frozen, ...spent, ...both('c', 11n)];
  const paid = (address: string, id: string, value: bigint, own = true) => ({
    id,
    address,
    own,
    coins: hastings(value)
  });
  const payment = {
    inputs: [paid('here', 's1', 5n), paid('there', 's2', 5n)],
    outputs: [paid('here', 'p1', 1n), paid('there', 'p2', 1n), paid('foreign', 'p3', 7n, false)],
    coins: -8n,
    funds: 0n
  } as unknown as WalletEvent;
  const whole = parts({ immature, frozen, pool: [payment] });

  test('is half of it where half of everything is', () => {
    const balance = balanceFrom(whole);
    const half = balanceAt(whole, coins, new Set(['here' as Address]));
    for (const part of ['total', 'waiting', 'spendable', 'timeLocked', 'immature', 'unconfirmed', 'frozen'] as const)
      expect([part, 2n * half[part]]).toEqual([part, balance[part]]);
  });

  test('is without fund units that are elsewhere', () => {
    const units = (address: string) =>
      ({ ...fund(address, 5n), output: { value: 5n, address } }) as unknown as OwnedFund;
    const funds = [units('here'), units('there')];
    expect(balanceAt(parts({ funds }), [], new Set(['here' as Address]))).toMatchObject({ funds: 5n, unclaimed: 15n });
  });

  test('and the next maturity leaves out what is elsewhere', () => {
    const soon = at('there', 'x', 9n, 55n);
    const later = parts({ immature: [...immature, soon] });
    expect(nextMaturity(later)).toMatchObject({ height: 55, coins: 9n });
    expect(nextMaturity(later, new Set(['there' as Address]))).toMatchObject({ height: 60, coins: 30n });
  });
});
