import { afterEach, beforeAll, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { unixSeconds } from '$lib/chain/time';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { openBrowser, PASSWORD, stubPage, until, viewOf, World } from '../support/walletWorld';

const COIN = 10n ** 24n;
const later = networkPreset('test', unixSeconds(TEST_GENESIS_TIMESTAMP + 1));
const OTHER = { ...later, network: { ...later.network, name: 'other' } };

const worlds: World[] = [];
beforeAll(stubPage);
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
});

async function worldOf(options?: Parameters<typeof World.open>[0]): Promise<World> {
  const world = await World.open(options);
  worlds.push(world);
  return world;
}

test('the default payee is chosen once the chain is known', async () => {
  const home = await worldOf();
  const browser = home.browser();
  const { wallet, id } = await home.created(browser);
  wallet.close();
  expect(await browser.wallets.payees.findUsual()).toBe(id);
  const away = await worldOf({ network: OTHER });
  const abroad = openBrowser(away.node.wallet, browser.database);
  await abroad.wallets.refresh();
  expect(await abroad.wallets.payees.findUsual()).toBeUndefined();
});

test('wallets of another chain are listed separately, are not paid there, and are intact afterward', async () => {
  const home = await worldOf();
  const browser = home.browser();
  const { wallet, id } = await home.created(browser);
  const { address } = await wallet.newAddress('mining');
  await home.mine(address, 2);
  await home.mine(VOID_ADDRESS, (await home.node.wallet.network()).maturityDelay);
  await home.inStep(wallet);
  const before = await viewOf(wallet);
  expect(browser.wallets).toMatchObject({ here: [{ id }], elsewhere: [] });
  wallet.close();

  const away = await worldOf({ network: OTHER });
  const abroad = openBrowser(away.node.wallet, browser.database);
  await abroad.wallets.refresh();
  await until('the chain is known', () => abroad.wallets.genesis !== undefined);
  expect(abroad.wallets).toMatchObject({ here: [], elsewhere: [{ id, network: 'test' }] });
  expect(abroad.wallets.payees.usual).toBeUndefined();
  await expect(abroad.wallets.payees.issue(id, 'mining')).rejects.toMatchObject({ code: 'wallet/elsewhere' });
  const { id: second } = await away.created(abroad);
  await abroad.wallets.refresh();
  expect(abroad.wallets).toMatchObject({ here: [{ id: second }], elsewhere: [{ id }] });

  const stranger = await abroad.wallets.open(id);
  away.follow(stranger);
  await until('refused', () => stranger.problem?.code === 'wallet/other-network');
  await stranger.keys.unlock(PASSWORD);
  const flow = stranger.send();
  await flow.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'coins', coins: hastings(COIN) }] });
  if (flow.status.step === 'reviewing') await flow.confirm();
  expect(flow.status.step).not.toBe('following');
  expect((await away.node.wallet.poolTransactions()).v2Transactions).toEqual([]);
  expect(await viewOf(stranger)).toEqual(before);
  stranger.close();

  const back = openBrowser(home.node.wallet, browser.database);
  await back.wallets.refresh();
  await until('the chain is known again', () => back.wallets.genesis !== undefined);
  expect(back.wallets).toMatchObject({ here: [{ id }], elsewhere: [{ id: second, network: 'other' }] });
  const again = await home.followed(back, id);
  expect(await viewOf(again)).toEqual(before);
  await home.mine(address);
  await home.inStep(again);
  expect(again.balance!.total).toBeGreaterThan(before.balance!.total);
});
