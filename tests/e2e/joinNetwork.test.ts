import { createDaemon } from '$lib/api/daemon/client';
import type { Hash256 } from '$lib/chain/ids';
import { freePort } from '../support/freePort';
import { limitMs } from '../support/limits';
import { expect, startApp, test as base, type RunningApp } from './support/app';
import { chainAlone, chainOf, type Chain } from './support/chain';
import { visit } from './support/visit';
import {
  compose,
  createWallet,
  openTab,
  receiveAddress,
  signAndSend,
  spendable,
  waitUntilSynced
} from './support/wallet';
import { mineSolved, writeZenNetwork } from './support/zenNetwork';

/*
 * A node joins an existing network on this computer, with zen's rules and an easy target. Its neighbor is another
 * Quarry
 * in its own process, whose chain spans V1, the transition and V2.
 */
const BLOCKS = 120;
const MATURITY = 10;
const RECIPIENT = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
/**
 * Initial upload limit of the neighbor in bytes per second: its chain takes some seconds, so that the sync is visible.
 */
const SLOW = 5_000n;

interface Neighbor {
  readonly app: RunningApp;
  readonly chain: Chain;
  /** The peer address. */
  readonly address: string;
  readonly networkFile: string;
  limitUpload(bytesPerSecond: bigint): Promise<void>;
}

const test = base.extend<{ neighbor: Neighbor; joining: RunningApp }>({
  neighbor: async ({}, use, info) => {
    const networkFile = info.outputPath('zen-local.json');
    await writeZenNetwork(networkFile, BLOCKS);
    const address = `127.0.0.1:${await freePort()}`;
    const app = await startApp({ QUARRY_NETWORK: networkFile, QUARRY_LISTEN: address, QUARRY_NO_BOOTSTRAP: '1' });
    const chain = await chainAlone(app);
    await mineSolved(chain, app, BLOCKS);
    const { gateway } = createDaemon({ ...chain.transport, baseUrl: `${app.origin}/api/daemon` });
    const limitUpload = (bytesPerSecond: bigint) =>
      gateway.configure({ body: { maxdownloadspeed: 0n, maxuploadspeed: bytesPerSecond } });
    await use({ app, chain, address, networkFile, limitUpload });
    await app.stop();
  },

  /** A node that knows only the neighbor, which uploads slowly. */
  joining: async ({ neighbor: { address, networkFile, limitUpload } }, use) => {
    await limitUpload(SLOW);
    const app = await startApp({
      QUARRY_NETWORK: networkFile,
      QUARRY_PEERS: address,
      QUARRY_NO_BOOTSTRAP: '1'
    });
    await use(app);
    await app.stop();
  }
});

test('from scratch: sync, a wallet, mined coins, and a payment that both nodes confirm', async ({
  neighbor,
  joining: app,
  page
}) => {
  await page.goto(app.signInLink);
  const main = page.getByRole('main');
  await test.step('the page shows sync progress and completion', async () => {
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps.getByRole('link', { name: 'Watch the node sync' })).toBeVisible();
    await steps.getByRole('link', { name: 'Watch the node sync' }).click();
    const sync = page.getByRole('region', { name: 'Sync', exact: true });
    await expect(sync.getByText('syncing')).toBeVisible();
    await expect(sync.getByRole('progressbar')).toBeVisible();
    await expect(sync.getByText(/Block \d+ of (120 with validated headers|about 12\d)/)).toBeVisible();
    await sync.getByRole('button', { name: 'Pause sync' }).click();
    await expect(sync.getByText(/^Paused; a restart does not resume it\./)).toBeVisible();
    await expect(page.getByRole('status').getByText('Sync paused')).toBeVisible();
    await neighbor.limitUpload(0n);
    await sync.getByRole('button', { name: 'Stop sync' }).click();
    await expect(sync.getByText(/^Stopped; a restart does not resume it\./)).toBeVisible();
    await sync.getByRole('button', { name: 'Resume sync' }).click();
    await expect(sync.getByText('synced', { exact: true })).toBeVisible({ timeout: limitMs(30_000) });
  });
  const chain = await chainOf(page, app);
  const tips = async () => Promise.all([chain.server.tip({}), neighbor.chain.server.tip({})]);
  const sameTip = () =>
    expect.poll(async () => new Set((await tips()).map(({ id }) => id)).size, { timeout: limitMs(30_000) }).toBe(1);
  expect(await chain.height()).toBe(BLOCKS);

  await page.getByRole('link', { name: 'Network', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Connected peers' }).getByRole('row').nth(1)).toContainText(
    neighbor.address
  );

  await createWallet(page, app.origin, 'Everyday');

  await test.step('blocks mined in the tab reach both nodes', async () => {
    await page.getByRole('link', { name: 'Mine', exact: true }).click();
    await page.getByRole('radio', { name: 'My address' }).check();
    await page.getByRole('button', { name: 'Start mining' }).click();
    const accepted = page.locator('[data-counter=accepted]');
    await expect
      .poll(async () => Number((await accepted.textContent())?.replace(/\D/g, '')), { timeout: limitMs(60_000) })
      .toBeGreaterThan(MATURITY + 1);
    await page.getByRole('button', { name: 'Stop mining' }).click();
    await expect(page.locator('[data-counter=rejected]')).toHaveText('0');
    await sameTip();
    expect((await tips())[1].height).toBeGreaterThan(BLOCKS + MATURITY);
  });

  await test.step('a payment is in both pools and is confirmed by a block of the neighbor', async () => {
    await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Wallet' }).click();
    await page.getByRole('link', { name: /Everyday/ }).click();
    await expect(spendable(page)).toHaveText(/^[1-9][\d,]*$/, { timeout: limitMs(30_000) });
    await compose(page, [{ address: RECIPIENT, amount: '1000' }]);
    const id = await signAndSend(page);
    for (const { server } of [chain, neighbor.chain]) {
      await expect
        .poll(async () => (await server.poolTransactions({})).v2Transactions.length, { timeout: limitMs(30_000) })
        .toBe(1);
    }
    await mineSolved(neighbor.chain, neighbor.app, 1);
    await sameTip();
    await expect(main.getByText(/Confirmed in block \d+\s+1 confirmation/)).toBeVisible({ timeout: limitMs(30_000) });
    for (const { server } of [chain, neighbor.chain]) {
      expect(await server.event({ params: { id: id as Hash256 } })).toMatchObject({ id });
    }
  });
  // Closed before its server stops, or the page would log failed requests.
  await page.close();
});

test.describe('the first screen', () => {
  // The browser logs refused choices as errors.
  test.use({ appEnv: { QUARRY_NO_BOOTSTRAP: '1' }, allowFailedRequests: true });

  test('offers the running node, and says what each way into a public chain costs', async ({ signedIn: page }) => {
    const choice = page.getByRole('region', { name: 'What do you want to do?' });
    await expect(choice.getByRole('radio', { name: 'Try it out' })).toBeChecked();
    await expect(choice.getByRole('radio', { name: 'Sync from genesis' })).toHaveCount(0);
    await choice.getByRole('radio', { name: 'Join the main network' }).check();
    await expect(choice).toContainText('every block since 2015');
    await expect(choice).toContainText('older ones lack their earlier coins and history');

    await choice.getByRole('radio', { name: 'Connect to a node you have' }).check();
    await choice.getByRole('button', { name: 'Open Connections' }).click();
    const form = page.getByRole('region', { name: 'Add a connection' });
    await expect(form).toContainText('Enter the address and the password of your daemon');
    await expect(form.getByRole('group', { name: 'Daemon' })).toBeVisible();
    await page.getByRole('link', { name: 'Overview', exact: true }).click();

    await choice.getByRole('radio', { name: 'Join the test network' }).check();
    await choice.getByRole('radio', { name: 'Start at the published checkpoint' }).check();
    await choice.getByRole('button', { name: 'Continue' }).click();
    await expect(choice.getByRole('alert')).toContainText('No node of the network sent its published checkpoint');
    await choice.getByRole('radio', { name: 'Sync from genesis' }).check();
    await choice.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('banner').getByText('test network', { exact: true })).toBeVisible();
    await expect(choice).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Watch the node sync' })).toBeVisible();
    // No peer is dialed, so there is nothing to sync from.
    await expect(page.getByRole('region', { name: 'Chain' })).toContainText('syncing');
  });

  test('a network change reaches other tabs; wallets of the other network are kept apart until it is changed back', async ({
    signedIn: page,
    app,
    context
  }) => {
    // The network the node is already on: the question disappears, the page stays, and the focus moves on.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const question = page.getByRole('region', { name: 'What do you want to do?' });
    await question.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(question).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'First steps' }).locator(':focus')).toHaveCount(1);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

    await createWallet(page, app.origin, 'Simulated');
    const other = await context.newPage();
    await other.goto(`${app.origin}/mine`);
    await expect(other.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();

    await visit(page, '/settings');
    const choice = page.getByRole('region', { name: 'Network', exact: true });
    await choice.getByRole('radio', { name: 'Join the test network' }).check();
    await choice.getByRole('button', { name: 'Change network' }).click();
    const kind = page.getByRole('banner').getByText('test network', { exact: true });
    await expect(kind).toBeVisible();

    const notice = other.getByRole('status').filter({ hasText: 'has switched to another network' });
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(other.getByRole('banner').getByText('test network', { exact: true })).toBeVisible();
    await expect(notice).toHaveCount(0);
    await other.close();

    await visit(page, '/wallet');
    const apart = page.getByRole('region', { name: 'On other networks' });
    await apart.getByRole('link', { name: /Simulated/ }).click();
    await openTab(page, 'Receive');
    await expect(page.getByText(/“dev”/)).toHaveCount(1);
    await expect(page.getByText('This wallet belongs to the network “dev”', { exact: true })).toBeVisible();
    await expect(page.getByRole('img', { name: /^[0-9a-f]{76}$/ })).toHaveCount(0);

    await page.getByRole('link', { name: 'change the network in Settings' }).click();
    await choice.getByRole('radio', { name: 'Try it out' }).check();
    await choice.getByRole('button', { name: 'Change network' }).click();
    await expect(kind).toHaveCount(0);
    await visit(page, '/wallet');
    await page.getByRole('link', { name: /Simulated/ }).click();
    await expect(apart).toHaveCount(0);
    await waitUntilSynced(page);
    expect(await receiveAddress(page)).toMatch(/^[0-9a-f]{76}$/);
  });
});
