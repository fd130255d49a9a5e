import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import type { BlockId } from '$lib/chain/ids';
import type { AddressRow, WalletRow } from '$lib/services/wallet/records';
import { walletWithAll, walletWithFirst } from '$lib/services/wallet/sameWallet';

/** @param lists the addresses of each wallet, the oldest wallet first */
function storeOf(lists: Readonly<Record<string, string>>, kind: WalletRow['kind'] = 'watch') {
  const rows = Object.keys(lists).map((id, i) => ({ id, name: `Wallet ${id}`, kind, createdAtMs: i, genesis: id }));
  return {
    wallets: async () => [...rows.toReversed(), { id: 'damaged' }] as unknown as WalletRow[],
    addresses: async (id: string) =>
      [...lists[id]!].map((address, index) => ({ address, key: { index, form: 'uc' } }) as AddressRow)
  };
}
const everywhere = () => true;
const listing = (store: ReturnType<typeof storeOf>, addresses: string, isHere = everywhere) =>
  walletWithAll(store, [...addresses] as Address[], isHere);

describe('the wallet that lists addresses', () => {
  const store = storeOf({ one: 'ab', two: 'abc', three: 'abcd' });

  test('lists all of them, and is the oldest that does', async () => {
    expect(await listing(store, 'ba')).toEqual({ id: 'one', name: 'Wallet one' });
    expect(await listing(store, 'ac')).toMatchObject({ id: 'two' });
    expect(await listing(store, 'xa')).toBeUndefined();
  });

  test('is on this chain', async () => {
    const isHere = ({ genesis }: Pick<WalletRow, 'genesis'>) => genesis === ('three' as string as BlockId);
    expect(await listing(store, 'a', isHere as () => boolean)).toMatchObject({ id: 'three' });
  });
});

test('the wallet of a seed has keys, and its first address', async () => {
  const lists = { one: 'xa', two: 'ab', three: 'a' };
  expect(await walletWithFirst(storeOf(lists, 'seed'), 'a' as Address, everywhere)).toMatchObject({ id: 'two' });
  expect(await walletWithFirst(storeOf(lists, 'seed'), undefined, everywhere)).toBeUndefined();
  expect(await walletWithFirst(storeOf(lists), 'a' as Address, everywhere)).toBeUndefined();
});
