import { afterEach, beforeAll, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { limitMs } from '../support/limits';
import { listenAsPeer } from '../support/peers/scriptedPeer';
import { TestChain } from '../support/peers/testChain';
import { send, stubPage, World } from '../support/walletWorld';

const COIN = 10n ** 24n;
const CHECKPOINT = 40;
const chain = TestChain.create().extend(60);

const open: { end(): Promise<void> }[] = [];
beforeAll(stubPage);
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.end();
});

test('a wallet created on a node that started from a checkpoint is complete: it earns and pays', async () => {
  const peer = await listenAsPeer('127.0.0.2', { genesisId: chain.idAt(0), handlers: chain.handlers() });
  open.push({ end: () => peer.close() });
  const world = await World.open({
    checkpoint: chain.states[CHECKPOINT]!.index,
    peers: { listen: '127.0.0.1:0', peers: [peer.address], discover: false }
  });
  open.push(world);
  const { node } = world.node;
  await expect.poll(() => node.tip, { timeout: limitMs(60_000) }).toEqual(chain.tip.index);

  const { browser, wallet } = await world.created();
  expect(browser.wallets.list).toMatchObject([{ network: 'test', genesis: chain.idAt(0) }]);
  const { address } = await wallet.newAddress('mining');
  await world.mine(address);
  await world.mine(VOID_ADDRESS, (await world.node.wallet.network()).maturityDelay);
  await world.inStep(wallet);
  const reward = (300_000n - 61n) * COIN;
  expect(wallet.balance!.spendable).toBe(reward);

  await send(wallet, DEV_ADDRESSES.policy, 1_000n * COIN);
  await world.mine(VOID_ADDRESS);
  await world.inStep(wallet);
  const left = wallet.balance!.spendable;
  expect(left).toBeLessThan(reward - 1_000n * COIN);
  expect(left).toBeGreaterThan(reward - 1_001n * COIN);
  expect((await world.node.wallet.balance({ params: { address: DEV_ADDRESSES.policy } })).coins).toBe(1_000n * COIN);
});
