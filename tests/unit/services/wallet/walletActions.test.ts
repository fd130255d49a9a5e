import { beforeEach, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { KEYS_AHEAD, rowsByAddress, rowsOfKeys } from '$lib/services/wallet/addresses';
import type { WalletRow } from '$lib/services/wallet/records';
import { watchedRow } from '$lib/services/wallet/summary';
import { issueForChange, labelAddresses, recount, rescan, watchMore } from '$lib/services/wallet/walletActions';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { seedWallet } from '../../wallet/support';

const wallet = seedWallet(4, KEYS_AHEAD + 2);
const keys = wallet.keys.map(({ publicKey }, index) => ({
  index,
  publicKey,
  uc: wallet.address(index, 'uc'),
  pk: wallet.address(index, 'pk')
}));
const FOREIGN = 'e'.repeat(76) as Address;
const row: WalletRow = { id: 'w', name: '', kind: 'seed', createdAtMs: 0, checkedUpTo: 0, discover: false, firstSync: false }; // prettier-ignore

let store: WalletStore;
const deps = () => ({
  walletId: 'w',
  store,
  keystore: { isUnlocked: () => true, deriveAddresses: async (_: string, from: number, count: number) => keys.slice(from, from + count) },
  nowMs: () => 7
}); // prettier-ignore
const stored = async () => rowsByAddress(await store.addresses('w'));
beforeEach(async () => {
  store = new WalletStore(openMemoryDatabase());
  await store.addWallet(row, rowsOfKeys('w', keys.slice(0, KEYS_AHEAD), 0));
});

test('addresses of the wallet are labeled, others are ignored', async () => {
  const address = wallet.address(1, 'pk');
  const entries = [
    { address, label: 'rent' },
    { address: FOREIGN, label: 'nobody' }
  ];
  const { rows, count } = await labelAddresses(deps(), await stored(), entries);
  expect(count).toBe(1);
  expect(rows).toEqual(await stored());
  expect([...rows.values()].filter(({ label }) => label !== '')).toMatchObject([{ address, label: 'rent' }]);
});

test('an address for change is issued once, and another derived to replace it', async () => {
  const [first, second] = [wallet.address(0, 'uc'), wallet.address(1, 'uc')];
  await store.patchAddresses('w', [{ address: second, change: { shown: true } }]);
  const rows = await issueForChange(deps(), await stored(), [first, second, FOREIGN]);
  expect(rows.get(first)).toMatchObject({ shown: true, isChange: true });
  expect(rows.get(second)).toMatchObject({ shown: true, isChange: false });
  expect(rows).toEqual(await stored());
  expect(rows.size).toBe(2 * (2 + KEYS_AHEAD));
  expect(await issueForChange(deps(), rows, [first])).toBe(rows);
});

test('more addresses are watched, and their history is read next', async () => {
  const entry = { address: FOREIGN, label: 'cold' };
  expect(await watchMore(deps(), [entry], 2)).toEqual({ ...row, firstSync: true });
  expect((await stored()).get(FOREIGN)).toEqual(watchedRow('w', entry, 7));
});

test('no more addresses are watched than a wallet holds', async () => {
  const before = await stored();
  const entry = { address: FOREIGN, label: 'cold' };
  await expect(watchMore(deps(), [entry], 100_000)).rejects.toThrow(
    expect.objectContaining({ code: 'wallet/too-many-addresses', most: 100_000 })
  );
  expect(await stored()).toEqual(before);
});

test('the chain is read again, including another server’s chain, or only recounted', async () => {
  expect(await recount(deps())).toEqual({ ...row, firstSync: true, readAnew: true, missingPayouts: [] });
  expect(await rescan(deps())).toEqual({
    ...row,
    firstSync: true,
    readAnew: true,
    adoptChain: true,
    missingPayouts: []
  });
});
