import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { unixSeconds } from '$lib/chain/time';
import { countOnce, minedSince, soonestMaturity, sumBalances, type Holder } from '$lib/services/wallet/portfolio';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const H = hastings;
const balance = (spendable: bigint, timeLocked: bigint, immature: bigint, frozen: bigint, waiting: bigint) => ({
  total: H(spendable + timeLocked + immature + frozen + waiting),
  spendable: H(spendable),
  timeLocked: H(timeLocked),
  immature: H(immature),
  frozen: H(frozen),
  waiting: H(waiting),
  watched: H(0n)
});

test('the total of all wallets is the sum of its parts', () => {
  const all = sumBalances([balance(1n, 2n, 3n, 4n, 5n), balance(10n, 20n, 30n, 40n, 50n)]);
  expect(all).toEqual(balance(11n, 22n, 33n, 44n, 55n));
  expect(all.total).toBe(all.spendable + all.timeLocked + all.immature + all.frozen + all.waiting);
});

test('what several balances include is counted once', () => {
  const [all, twice] = [balance(11n, 22n, 33n, 44n, 55n), balance(1n, 2n, 3n, 4n, 5n)];
  expect(sumBalances([all], [twice])).toEqual(balance(10n, 20n, 30n, 40n, 50n));
});

test('coins that a wallet can spend do not count for one that only watches them', () => {
  const policy = { type: 'above', height: 0n };
  const used = (watched: string, spent = '') => ({
    addresses: [...watched, ...spent].map(
      (address) => ({ address, used: true, ...(spent.includes(address) && { policy }) }) as Holder['addresses'][number]
    )
  });
  const [watching, mixed, spending] = [used('abc'), used('ad', 'efg'), used('', 'a')];
  expect(countOnce([watching, mixed, spending])).toEqual([
    { wallet: watching, elsewhere: new Set('a') },
    { wallet: mixed, elsewhere: new Set('a') },
    { wallet: spending, elsewhere: new Set() }
  ]);
});

test('coins of an address count for the largest wallet that lists it', () => {
  const wallet = (used: string, unused = '') => ({
    addresses: [...(used + unused)].map(
      (address, i) => ({ address, used: i < used.length }) as Holder['addresses'][number]
    )
  });
  const [all, part, partly, fresh, copy, spread] = [
    wallet('abcd', 'e'),
    wallet('b', 'xy'),
    wallet('cz'),
    wallet('', 'a'),
    wallet('dcba'),
    wallet('z')
  ];
  const count = (wallets: Holder[]) => countOnce(wallets).map(({ wallet, elsewhere }) => [wallet, [...elsewhere]]);
  expect(count([part, all, partly, fresh, copy, spread])).toEqual([
    [all, []],
    [partly, ['c']],
    [fresh, []]
  ]);
  expect(count([part])).toEqual([[part, []]]);
});

test('the next maturity counts the coins of every wallet at that block', () => {
  const at = (height: number, coins: bigint) => ({ height, coins: H(coins), blocks: height - 5 });
  expect(soonestMaturity([at(9, 1n), undefined, at(7, 2n), at(7, 3n)])).toEqual(at(7, 5n));
  expect(soonestMaturity([undefined])).toBeUndefined();
});

const event = (timestamp: number, coins: bigint, address = 'own') =>
  ({ timestamp: unixSeconds(timestamp), coins, outputs: [{ address }] }) as unknown as WalletEvent;

test('rewards are summed since a time, even with timestamps out of order, and read no further', async () => {
  const HOUR = 3600;
  let read = 0;
  async function* rewards() {
    for (const [hour, coins] of [
      [101, 1n],
      [99, 2n],
      [100, 4n],
      [90, 8n],
      [100, 16n]
    ] as const) {
      read++;
      yield event(hour * HOUR, coins);
    }
  }
  expect(await minedSince(rewards(), 100 * HOUR * 1000, new Set())).toBe(5n);
  expect(read).toBe(4);
});

test('rewards of addresses that count for another wallet are left out', async () => {
  async function* rewards() {
    yield event(2, 1n);
    yield event(1, 2n, 'shared');
  }
  expect(await minedSince(rewards(), 0, new Set(['shared' as Address]))).toBe(1n);
});
