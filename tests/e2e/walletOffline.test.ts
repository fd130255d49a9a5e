import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright/test';
import { expect, test } from './support/app';
import { codeOnScreen, giveCamera, showToCamera } from './support/camera';
import { anotherDevice, chainOf } from './support/chain';
import { compose, createWallet, waitUntilSynced, openTab, PASSWORD, receiveAddress, spendable } from './support/wallet';
import { limitMs } from '../support/limits';

test.use({ appEnv: { QUARRY_NETWORK: 'test' }, allowFailedRequests: true, serviceWorkers: 'allow' });

const MATURITY = 10;
const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click()
  ]);
  return textOf(download);
}

const openFile = (page: Page, text: string) =>
  page
    .getByLabel('Open a file')
    .setInputFiles({ name: 'transfer.json', mimeType: 'application/json', buffer: Buffer.from(text) });

const idUnderReview = async (page: Page): Promise<string> =>
  (await page.locator('.review .txid code').textContent()) ?? '';

/** Shows the frames of one page to another's camera: every third is lost at first, every second comes twice. */
async function carryByQr(from: Page, to: Page, arrived: Locator): Promise<void> {
  await from.getByRole('button', { name: 'Show as QR' }).click();
  await from.getByRole('button', { name: 'Pause' }).click();
  await to.getByRole('button', { name: 'Scan QR' }).click();
  const words = (await from.getByText(/^Frame \d+ of \d+$/).textContent()) ?? '';
  const count = Number(/of (\d+)/.exec(words)?.[1]);
  expect(count, 'frames').toBeGreaterThan(1);
  const READ_MS = 250;
  for (let shown = 0; shown < 4 * count; shown++) {
    await from.getByRole('button', { name: 'Next' }).click();
    if (shown < count && shown % 3 === 2) continue;
    const code = await codeOnScreen(from, /as QR code/);
    for (let times = 0; times < (shown % 2) + 1; times++) {
      await showToCamera(to, code);
      await to.waitForTimeout(READ_MS);
    }
    if (await arrived.isVisible()) return;
  }
}

test('composed and sent on a watching device, signed offline in between: by file, then by QR', async ({
  app,
  signedIn: signer,
  browser
}) => {
  await giveCamera(signer);
  await createWallet(signer, app.origin, 'Cold');
  const address = await receiveAddress(signer);
  const chain = await chainOf(signer, app);
  await chain.mine(1, address);
  await chain.mine(MATURITY);
  await openTab(signer, 'Addresses');
  // The public key lets the watching device compose.
  await signer.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const addresses = await downloaded(signer, 'CSV');

  const watcher = await anotherDevice(browser, app);
  await giveCamera(watcher);
  await watcher.goto(`${app.origin}/wallet/setup/watch`);
  await watcher.getByLabel('Name').fill('Cold, watched');
  await carryByQr(signer, watcher, watcher.getByText('All with policies'));
  await expect(watcher.getByLabel('Addresses, public keys or policies')).toHaveValue(
    addresses.replaceAll('\r\n', '\n')
  );

  // The signing device stores all it needs; then it goes offline.
  await signer.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await signer.context().setOffline(true);
  await signer.goto(`${app.origin}/sign`);
  await expect(signer.getByRole('heading', { level: 1, name: 'Sign a transfer' })).toBeVisible({
    timeout: limitMs(20_000)
  });

  await watcher.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(watcher.getByRole('heading', { level: 1, name: 'Cold, watched' })).toBeVisible();
  await waitUntilSynced(watcher);
  await expect(spendable(watcher)).toHaveText('299,999');

  await test.step('by file', async () => {
    await compose(watcher, [{ address: PAYEE, amount: '1000' }]);
    const id = await idUnderReview(watcher);
    await openFile(signer, await downloaded(watcher, 'Save to file'));
    await expect(signer.locator('.review .txid code')).toHaveText(id);
    await expect(signer.getByRole('region', { name: 'Recipients' })).toContainText('1,000 SC');
    await signer.getByRole('button', { name: 'Sign with Cold' }).click();
    await signer.getByLabel('Wallet password').fill(PASSWORD);
    await signer.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(signer.getByText('All signatures are present')).toBeVisible({ timeout: limitMs(30_000) });
    await expect(signer.locator('.review .txid code')).toHaveText(id);

    await openFile(watcher, await downloaded(signer, 'Save to file'));
    await watcher.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(watcher.getByText('Waiting for confirmation')).toBeVisible();
    await expect(watcher.locator('.follow code')).toHaveText(id);
    await chain.mine(1);
    await expect(watcher.getByText(/Confirmed in block 12/)).toBeVisible({ timeout: limitMs(30_000) });
  });

  await test.step('by QR codes, with lost and duplicate frames', async () => {
    await watcher.getByRole('button', { name: 'Send another' }).click();
    await compose(watcher, [{ address: PAYEE, amount: '2000' }]);
    const id = await idUnderReview(watcher);
    await signer.getByRole('button', { name: 'Another transfer' }).click();
    await carryByQr(watcher, signer, signer.locator('.review'));
    await expect(signer.locator('.review .txid code')).toHaveText(id);
    await signer.getByRole('button', { name: 'Sign with Cold' }).click();
    await expect(signer.getByText('All signatures are present')).toBeVisible({ timeout: limitMs(30_000) });

    const send = watcher.getByRole('button', { name: 'Send', exact: true });
    await carryByQr(signer, watcher, send);
    await send.click();
    await expect(watcher.locator('.follow code')).toHaveText(id);
    await chain.mine(1);
    await expect(watcher.getByText(/Confirmed in block 13/)).toBeVisible({ timeout: limitMs(30_000) });
  });
  await watcher.context().close();
});

test('a wallet opens from this device alone, with its last known data', async ({ app, signedIn: page }) => {
  const chain = await chainOf(page, app);
  await createWallet(page, app.origin, 'Pocket');
  await chain.mine(1, await receiveAddress(page));
  await chain.mine(MATURITY);
  await openTab(page, 'Overview');
  await expect(spendable(page)).toHaveText('299,999', { timeout: limitMs(30_000) });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await page.goto(`${app.origin}/wallet`);
  await page.getByRole('link', { name: /Pocket/ }).click();
  await expect(spendable(page)).toHaveText('299,999');
  await expect(page.getByText(/last synced/)).toBeVisible({ timeout: limitMs(30_000) });
  await page.context().setOffline(false);
  await chain.mine(1);
  await expect(page.getByRole('main').getByText(/^Synced/)).toBeVisible({ timeout: limitMs(30_000) });
});
