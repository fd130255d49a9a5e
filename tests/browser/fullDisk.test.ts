import { afterEach, expect, test, vi } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { VOID_ADDRESS } from '$lib/chain/address';
import { openWallets } from '$lib/state/wallet/openWallets';
import { openChannel } from '$lib/storage/channel';
import { eventually } from '../support/eventually';

afterEach(() => vi.restoreAllMocks());

/** Never responds. */
const server = new Proxy({}, { get: () => () => new Promise(() => undefined) }) as WalletServer;

const isHeld = async (name: string) => {
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
};

test('a tab that has moved a full disk’s data to its memory leaves the sync of the stored wallet to others', async () => {
  const wallets = openWallets(server, true, openChannel);
  const id = await wallets.watch({ name: 'w', entries: [{ address: VOID_ADDRESS }] });
  const wallet = await wallets.open(id);
  const leave = wallet.follow();
  const lock = `quarry:wallet:${id}`;
  await eventually(async () => expect(await isHeld(lock)).toBe(true));
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await wallet.rename('in memory');
  await eventually(async () => expect(await isHeld(lock)).toBe(false));
  expect([wallet.info.name, wallet.status.step, wallets.warning?.code]).toEqual([
    'in memory',
    'opening',
    'storage/full'
  ]);
  leave();
});
