import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { balancesOf } from '$lib/services/wallet/lists';
import type { OwnedCoin } from '$lib/wallet/sync/coins';

const coin = (address: string, value: bigint, maturityHeight = 0n) =>
  ({ output: { address, value: hastings(value) }, maturityHeight }) as unknown as OwnedCoin;
const [first, second, empty] = ['a', 'b', 'c'] as unknown as readonly [Address, Address, Address];

test('an address holds the sum of its coins, maturing ones included', () => {
  const balances = balancesOf([coin('a', 5n), coin('b', 7n), coin('a', 2n ** 100n, 500n)]);
  expect(balances.get(first)).toBe(5n + 2n ** 100n);
  expect(balances.get(second)).toBe(7n);
  expect(balances.has(empty)).toBe(false);
});
