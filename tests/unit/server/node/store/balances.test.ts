import { afterEach, beforeEach, expect, test } from 'vitest';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { CoinElement, FundElement } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId } from '$lib/chain/ids';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { ChainStore } from '$lib/server/node/store/store';

const { policy: address, unlockConditions: other } = DEV_ADDRESSES;
const idOf = (leaf: number) => leaf.toString(16).padStart(64, '0');
const stateElement = (leaf: number) => ({ leafIndex: BigInt(leaf), merkleProof: [] });
const coin = (leaf: number, value: bigint, maturityHeight: bigint, of = address): CoinElement => ({
  id: idOf(leaf) as CoinOutputId,
  stateElement: stateElement(leaf),
  output: { value: hastings(value), address: of },
  maturityHeight
});
const fund = (leaf: number, units: bigint): FundElement => ({
  id: idOf(leaf) as FundOutputId,
  stateElement: stateElement(leaf),
  output: { value: fundUnits(units), address },
  claimStart: hastings(0n)
});

let store: ChainStore;
beforeEach(() => (store = new ChainStore(':memory:')));
afterEach(() => store.close());

/** Amounts that need both halves of their column. */
const LARGE = 1n << 100n;

const COINS = [
  coin(1, LARGE + 1n, 0n),
  coin(2, 20n, 10n),
  coin(3, LARGE + 300n, 11n),
  coin(4, 4_000n, 12n),
  coin(5, 50_000n, 12n, other)
];

function insert(change: () => void = () => undefined): void {
  store.transaction(() => {
    for (const one of COINS) store.coins.insert(one, 1);
    store.funds.insert(fund(6, 7n), 1);
    store.funds.insert(fund(7, 8n), 1);
    change();
    store.coins.balances.write();
  });
}

test.each([
  [9, LARGE + 1n, LARGE + 4_320n],
  [10, LARGE + 21n, LARGE + 4_300n],
  [11, 2n * LARGE + 321n, 4_000n],
  [12, 2n * LARGE + 4_321n, 0n]
])('the balance of an address at height %i: %i coins, and %i immature ones', (height, coins, immatureCoins) => {
  insert();
  expect(store.balances.at(address, height)).toEqual({ coins, immatureCoins, funds: 15n });
});

test('spent outputs are not part of a balance, and are again once that is reverted', () => {
  insert(() => {
    store.coins.spend(COINS[2]!, 2);
    store.coins.spend(COINS[1]!, 2);
  });
  expect(store.balances.at(address, 9)).toEqual({ coins: LARGE + 1n, immatureCoins: 4_000n, funds: 15n });
  store.transaction(() => {
    store.coins.unspend(COINS[1]!);
    store.coins.balances.write();
  });
  expect(store.balances.at(address, 9)).toMatchObject({ immatureCoins: 4_020n });
});

test('an address that owns nothing has a balance of nothing', () => {
  expect(store.balances.at(address, 9)).toEqual({ coins: 0n, immatureCoins: 0n, funds: 0n });
});

test('an address that has spent everything leaves no row behind', () => {
  insert();
  store.transaction(() => store.coins.spend(COINS[4]!, 2));
  expect(store.balances.at(other, 100)).toEqual({ coins: 0n, immatureCoins: 0n, funds: 0n });
  const rows = store.database.prepare('SELECT count(*) AS count FROM coin_balances').get()!;
  expect(rows.count).toBe(1);
});

test('outputs are returned as they were stored, without their proofs, with the heights of their blocks', () => {
  insert(() => {
    store.coins.spend(COINS[2]!, 2);
    store.funds.spend(fund(7, 8n), 3);
  });
  const [, second, third] = COINS;
  expect([second, third].map((one) => store.coins.get(one!.id))).toEqual([
    { element: second, created: 1, spent: undefined },
    { element: third, created: 1, spent: 2 }
  ]);
  expect([6, 7, 8].map((leaf) => store.funds.get(idOf(leaf) as FundOutputId))).toEqual([
    { element: fund(6, 7n), created: 1, spent: undefined },
    { element: fund(7, 8n), created: 1, spent: 3 },
    undefined
  ]);
});
