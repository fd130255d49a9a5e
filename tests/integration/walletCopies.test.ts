import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { WalletState } from '$lib/state/wallet/wallet.svelte';
import { formatLegacyPhrase } from '$lib/wallet/keys/legacySeed';
import type { Seed } from '$lib/wallet/keys/seed';
import { DEV_PHRASE, openBrowser, PASSWORD, send, stubPage, until, viewOf, World } from '../support/walletWorld';

const COIN = 10n ** 24n;

let world: World;
beforeAll(stubPage);
beforeEach(async () => {
  world = await World.open();
  await world.mine(VOID_ADDRESS, 3);
});
afterEach(() => world.end());

/** Issues this many addresses and pays the last one. */
async function payAfter(copy: WalletState, from: WalletState, issued: number): Promise<void> {
  for (let i = 1; i < issued; i++) await copy.newAddress();
  const { address } = await copy.newAddress();
  await send(from, address, COIN);
  await world.mine(VOID_ADDRESS);
  await world.inStep(copy, from);
}

test('a phrase whose wallet this browser has is recognized', async () => {
  const browser = openBrowser(world.node.wallet);
  const { wallets } = browser;
  const { id, phrase } = await world.created(browser);
  const legacy = formatLegacyPhrase(new Uint8Array(32).fill(7) as Seed);
  expect(await Promise.all([DEV_PHRASE, legacy].map((each) => wallets.withPhrase(each)))).toEqual([
    undefined,
    undefined
  ]);
  expect(await wallets.withPhrase(phrase)).toEqual({ id, name: 'new' });
  const older = await wallets.restore({ name: 'older', phrase: legacy, password: PASSWORD });
  expect(await wallets.withPhrase(legacy)).toEqual({ id: older, name: 'older' });
  await wallets.rename(id, 'mine');
  await wallets.restore({ name: 'again', phrase, password: PASSWORD });
  expect(await wallets.withPhrase(phrase)).toEqual({ id, name: 'mine' });
  // On another chain it is another wallet.
  wallets.genesis = 'ab'.repeat(32) as never;
  expect(await wallets.withPhrase(legacy)).toEqual({ id: older, name: 'older' });
  expect((await wallets.withPhrase(phrase))?.name).toBe('again');
});

test('payments to another copy of the wallet are found, far beyond the keys watched at first', async () => {
  const { wallet, phrase } = await world.created();
  const payer = await world.restored();
  const copy = await world.restored(phrase);
  for (let i = 0; i < 3; i++) await payAfter(copy, payer, 15);
  await world.inStep(wallet);
  expect(await viewOf(wallet)).toEqual(await viewOf(copy));
});

test('payments to another copy while this one was offline are found in a single response', async () => {
  let isOffline = false;
  const updates: WalletServer['updates'] = (...call) =>
    isOffline ? Promise.reject(new TypeError('offline')) : world.node.wallet.updates(...call);
  const { wallet, phrase } = await world.created(openBrowser({ ...world.node.wallet, updates }));
  isOffline = true;
  const payer = await world.restored();
  const copy = await world.restored(phrase);
  for (let i = 0; i < 3; i++) await payAfter(copy, payer, 15);
  isOffline = false;
  await world.inStep(wallet);
  expect(await viewOf(wallet)).toEqual(await viewOf(copy));
});

test('payments to another copy while this one was locked are found by the unlock', async () => {
  const { wallet, phrase } = await world.created();
  const payer = await world.restored();
  await wallet.keys.lock();
  const copy = await world.restored(phrase);
  for (let i = 0; i < 3; i++) await payAfter(copy, payer, 15);
  await world.inStep(wallet);
  expect(wallet.balance!.total).toBe(COIN);
  await wallet.keys.unlock(PASSWORD);
  await until('found', () => wallet.balance?.total === 3n * COIN);
  await world.inStep(wallet);
  expect(await viewOf(wallet)).toEqual(await viewOf(copy));
});

test('payments to another copy are found if it is used while this one is restored', async () => {
  const { wallet: copy, phrase } = await world.created();
  const payer = await world.restored();
  let isScanned = false;
  // The first request after the scan for used addresses.
  const tipState: WalletServer['tipState'] = async (...call) => {
    if (!isScanned) {
      isScanned = true;
      await payAfter(copy, payer, 15);
    }
    return world.node.wallet.tipState(...call);
  };
  const wallet = await world.restored(phrase, openBrowser({ ...world.node.wallet, tipState }));
  for (const issued of [4, 14]) await payAfter(copy, payer, issued);
  await world.inStep(wallet);
  expect(await viewOf(wallet)).toEqual(await viewOf(copy));
});
