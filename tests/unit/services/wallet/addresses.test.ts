import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import {
  handOutAddress,
  keepAhead,
  keyOf,
  KEYS_AHEAD,
  rowsByAddress,
  rowsOfKeys
} from '$lib/services/wallet/addresses';
import type { AddressRow } from '$lib/services/wallet/records';
import { watchedRow } from '$lib/services/wallet/summary';
import { seedWallet } from '../../wallet/support';

const row = (index: number, shown: boolean): AddressRow => ({
  walletId: 'w',
  address: index.toString(16).padStart(76, '0') as Address,
  policy: undefined,
  key: { index, form: 'uc' },
  label: '',
  isChange: false,
  createdAtMs: 0,
  shown,
  used: shown
});

const watching = watchedRow('w', { address: 'f'.repeat(76) as Address, policy: undefined }, 0);

test('a wallet of very many addresses derives those after the last', async () => {
  const KEYS = 200_000;
  const asked: number[] = [];
  const rows = rowsByAddress(Array.from({ length: KEYS }, (_, index) => row(index, true)));
  await keepAhead(
    {
      walletId: 'w',
      store: {
        addresses: async () => [],
        addAddresses: async () => undefined as never,
        patchAddresses: async () => undefined
      },
      keystore: {
        isUnlocked: () => true,
        deriveAddresses: async (_, from, count) => {
          asked.push(from, count);
          return [];
        }
      },
      nowMs: () => 0
    },
    rows
  );
  expect(asked).toEqual([KEYS, KEYS_AHEAD]);
});

test('a key of the wallet is found by its public key, that of a watched address is not', () => {
  const { keys, address } = seedWallet(4, 2);
  const derived = keys.map(({ publicKey }, index) => ({
    index,
    publicKey,
    uc: address(index, 'uc'),
    pk: address(index, 'pk')
  }));
  const own = rowsByAddress(rowsOfKeys('w', derived, 0));
  expect(keys.map(({ publicKey }) => keyOf(own, publicKey))).toEqual([
    { index: 0, form: 'pk' },
    { index: 1, form: 'pk' }
  ]);
  const { publicKey } = keys[0]!;
  const policy = { type: 'pk', publicKey } as const;
  const watched = watchedRow('w', { address: address(0, 'pk'), policy, label: 'cold' }, 5);
  expect(watched).toEqual({
    walletId: 'w',
    address: address(0, 'pk'),
    policy,
    label: 'cold',
    isChange: false,
    createdAtMs: 5,
    shown: true,
    used: false
  });
  expect(keyOf(rowsByAddress([watched]), publicKey)).toBeUndefined();
});

test.each<[string, AddressRow[], string]>([
  ['keys, of which none is left while they are locked', [row(0, true), watching], 'keystore/locked'],
  ['no keys', [watching], 'wallet/no-address']
])('a wallet with %s hands out no address', async (_, rows, code) => {
  const deps = {
    walletId: 'w',
    store: {
      addresses: async () => [],
      addAddresses: async () => undefined as never,
      patchAddresses: async () => undefined
    },
    keystore: { isUnlocked: () => false, deriveAddresses: async () => [] },
    nowMs: () => 0
  };
  await expect(handOutAddress(deps, rowsByAddress(rows), '')).rejects.toMatchObject({ code });
});
