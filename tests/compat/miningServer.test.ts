import type { Page } from 'playwright/test';
import { expect, startApp, test, type RunningApp } from '../e2e/support/app';
import { person } from './people';
import { isStandIn, miningServerBinary, TestServer, walletServerBinary } from './walletServer';
import { limitMs } from '../support/limits';

// A mining server with a wallet server as its peer: the tab mines the templates of the former, and the blocks reach the
// latter.

test.describe.configure({ mode: 'serial' });
test.skip(!miningServerBinary && !isStandIn, 'the mining server could not be installed');
test.use({ allowFailedRequests: true });

const SERVERS_OWN = '0f7566abd3931e4d9c99c3a3478bba2a02bdad1167abff0c0058e08f9d4cac24aada79406e2c';
const MINE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

let mining: TestServer;
let wallet: TestServer | undefined;
let app: RunningApp;
let page: Page;

test.beforeAll(async ({ browser }) => {
  mining = await TestServer.startMining(SERVERS_OWN);
  if (walletServerBinary && !isStandIn) {
    wallet = await TestServer.start();
    await mining.meet(wallet);
  }
  app = await startApp({ WALLET_URL: (wallet ?? mining).url, MINING_URL: mining.url });
  page = await person(browser, app);
});

test.afterAll(async () => {
  await page?.context().close();
  await app?.stop();
  await wallet?.end();
  await mining?.end();
});

/** Mines until that many more blocks are accepted in the tab. @returns the address that the newest block pays */
async function mineSome(blocks: number): Promise<string> {
  const counter = page.locator('[data-counter=accepted]');
  const before = Number(await counter.textContent());
  await page.getByRole('button', { name: 'Start mining' }).click();
  await expect
    .poll(async () => Number(await counter.textContent()), { timeout: limitMs(120_000) })
    .toBeGreaterThanOrEqual(before + blocks);
  await page.getByRole('button', { name: 'Stop mining' }).click();
  await expect(page.getByRole('button', { name: 'Start mining' })).toBeVisible();
  await expect(page.locator('[data-counter=invalid]')).toHaveText('0');
  await expect(page.locator('[data-counter=rejected]')).toHaveText('0');
  const { height } = await mining.tip();
  const block = await mining.client.block({ params: { idOrHeight: String(height) } });
  return block.minerPayouts[0]!.address;
}

test('its templates pay the configured address, from its first block on', async () => {
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByRole('radio', { name: 'A mining server' }).check();
  const paid = await mineSome(5);
  if (!isStandIn) expect(paid).toBe(SERVERS_OWN);
  expect((await mining.tip()).height).toBeGreaterThanOrEqual(5);
});

test('its templates can pay a different address', async () => {
  await page.getByLabel('Address', { exact: true }).fill(MINE);
  expect(await mineSome(3)).toBe(MINE);
});

test('mines on top of a block that another server found', async () => {
  const before = (await mining.tip()).height;
  if (wallet) {
    await expect.poll(async () => (await wallet!.tip()).id, { timeout: limitMs(60_000) }).toBe((await mining.tip()).id);
    await wallet.mine(1);
    await expect.poll(async () => (await mining.tip()).height, { timeout: limitMs(60_000) }).toBe(before + 1);
  } else {
    await mining.mine(1);
  }
  expect(await mineSome(1)).toBe(MINE);
  expect((await mining.tip()).height).toBeGreaterThanOrEqual(before + 2);
});

test('mining waits while the server is down and resumes when it is back', async () => {
  const counter = page.locator('[data-counter=accepted]');
  await page.getByRole('button', { name: 'Start mining' }).click();
  await expect(page.getByRole('button', { name: 'Stop mining' })).toBeVisible();
  await mining.stop();
  await expect(page.getByText('Mining recovers automatically.')).toBeVisible({ timeout: limitMs(60_000) });
  const before = Number(await counter.textContent());
  await mining.again();
  await expect
    .poll(async () => Number(await counter.textContent()), { timeout: limitMs(120_000) })
    .toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Stop mining' }).click();
});
