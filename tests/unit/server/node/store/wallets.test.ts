import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unixSeconds } from '$lib/chain/time';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { ChainStore } from '$lib/server/node/store/store';
import { temporaryFolder } from '../../../../support/temporary';

const { policy: address, unlockConditions: other } = DEV_ADDRESSES;
const NOW = unixSeconds(1_000);
const fields = { name: 'a', description: 'b', metadata: { c: [1, 2n ** 60n] } };
const listed = { address, description: 'd', spendPolicy: undefined, metadata: null };

let store: ChainStore;
beforeEach(() => (store = new ChainStore(':memory:')));
afterEach(() => store.close());

test('wallets are listed as they were created and changed', () => {
  const { wallets } = store;
  const first = wallets.create(fields, NOW);
  const second = wallets.create({ ...fields, name: 'second' }, unixSeconds(2_000));
  expect(first).toEqual({ ...fields, id: '1', createdAt: NOW, updatedAt: NOW });
  const changed = { name: 'x', description: 'y', metadata: null };
  expect(wallets.update(1, changed, unixSeconds(3_000))).toEqual({
    ...changed,
    ...{ id: '1', createdAt: NOW, updatedAt: 3_000 }
  });
  expect(wallets.all()).toEqual([wallets.get(1), second]);
  expect([wallets.get(3), wallets.update(3, changed, NOW)]).toEqual([undefined, undefined]);
});

test('a wallet is neither created nor changed once the folder of its file is gone', () => {
  const folder = temporaryFolder('wallets');
  const file = new ChainStore(join(folder, 'chain.sqlite'));
  const { wallets } = file;
  wallets.create(fields, NOW);
  rmSync(folder, { recursive: true });
  const gone = expect.objectContaining({ code: 'node/folder-gone' }) as Error;
  expect(() => wallets.create(fields, NOW)).toThrow(gone);
  expect(() => wallets.update(1, { ...fields, name: 'changed' }, NOW)).toThrow(gone);
  expect(wallets.all()).toMatchObject([fields]);
  file.close();
});

test('the addresses of a wallet are in the order in which they were added, each once', () => {
  const { wallets } = store;
  const id = Number(wallets.create(fields, NOW).id);
  const withPolicy = { ...listed, address: other, spendPolicy: { type: 'above', height: 7n } } as const;
  for (const one of [listed, withPolicy]) wallets.putAddress(id, one);
  expect(wallets.addresses(id)).toEqual([listed, withPolicy]);
  wallets.putAddress(id, { ...listed, description: 'again' });
  expect(wallets.addresses(id)).toEqual([{ ...listed, description: 'again' }, withPolicy]);
  expect([wallets.address(id, other), wallets.has(id, other), wallets.has(id + 1, other)]).toEqual([
    withPolicy,
    true,
    false
  ]);
  expect([wallets.removeAddress(id, address), wallets.removeAddress(id, address)]).toEqual([true, false]);
  expect(wallets.address(id, address)).toBeUndefined();
});

test('a deleted wallet takes its addresses with it, and its ID is not used again', () => {
  const { wallets } = store;
  const [first, second] = [wallets.create(fields, NOW), wallets.create(fields, NOW)].map(({ id }) => Number(id));
  wallets.putAddress(first!, listed);
  for (const one of [listed, { ...listed, address: other }]) wallets.putAddress(second!, one);
  store.transaction(() => wallets.remove(second!));
  expect([wallets.get(second!), wallets.addresses(second!)]).toEqual([undefined, []]);
  expect([wallets.isWatched(address), wallets.isWatched(other), wallets.isKnown(other)]).toEqual([true, false, false]);
  expect(Number(wallets.create(fields, NOW).id)).toBe(second! + 1);
});
