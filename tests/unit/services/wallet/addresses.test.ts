import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { keepAhead, KEYS_AHEAD, rowsByAddress } from '$lib/services/wallet/addresses';
import type { AddressRow } from '$lib/services/wallet/records';

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
