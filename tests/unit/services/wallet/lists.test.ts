import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { balancesOf, usesOf } from '$lib/services/wallet/lists';
import type { OwnedCoin } from '$lib/wallet/sync/coins';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const coin = (address: string, value: bigint, maturityHeight = 0n) =>
  ({ output: { address, value: hastings(value) }, maturityHeight }) as unknown as OwnedCoin;
const [first, second, empty] = ['a', 'b', 'c'] as unknown as readonly [Address, Address, Address];

test('an address holds the sum of its coins, including immature ones', () => {
  const balances = balancesOf([coin('a', 5n), coin('b', 7n), coin('a', 2n ** 100n, 500n)]);
  expect(balances.get(first)).toBe(5n + 2n ** 100n);
  expect(balances.get(second)).toBe(7n);
  expect(balances.has(empty)).toBe(false);
});

test('an address is first and last used in its oldest and newest event; foreign addresses are not listed', async () => {
  const party = (address: string, own = true) => ({ address, own });
  async function* events() {
    yield { timestamp: 30, inputs: [party('a')], outputs: [party('c', false), party('b')] } as unknown as WalletEvent;
    yield { timestamp: 20, inputs: [], outputs: [party('a')] } as unknown as WalletEvent;
    yield { timestamp: 10, inputs: [party('c', false)], outputs: [party('a')] } as unknown as WalletEvent;
  }
  expect(await usesOf(events())).toEqual(
    new Map([
      [first, { first: 10, last: 30 }],
      [second, { first: 30, last: 30 }]
    ])
  );
});
