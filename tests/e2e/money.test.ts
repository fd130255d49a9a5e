import type { Page } from 'playwright/test';
import { expectCleanInAllLooks } from './support/accessibility';
import { expect, test } from './support/app';
import { goOffline } from './support/offline';
import { compose, PASSWORD, signAndSend } from './support/wallet';
import { easyNetworkFile } from '../support/easyNetwork';
import { limitMs } from '../support/limits';

test.use({ appEnv: { QUARRY_NETWORK: easyNetworkFile('dev') } });

/** Time for a first block on two busy cores. */
const FIRST_BLOCK_MS = limitMs(90_000);

const pages = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name });

/** Starts the miner in the header and creates the offered wallet. */
async function mineToNewWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Miner: start' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where should mined coins go?' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Repeat password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create wallet and start' }).click();
  await expect(page.getByRole('button', { name: 'Miner: stop' })).toBeVisible({ timeout: limitMs(60_000) });
}

test('Start offers a wallet and mines to it, and its words are confirmed later', async ({ signedIn: page }) => {
  test.setTimeout(3 * FIRST_BLOCK_MS);
  await page.getByRole('button', { name: 'Miner: start' }).click();
  await expect(page.getByRole('dialog', { name: 'Where should mined coins go?' })).toBeVisible();
  await expectCleanInAllLooks(page, 'the choice of a payee');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await mineToNewWallet(page);

  await pages(page, 'Mine').click();
  await expect(page.getByText('Rewards go to the wallet “My wallet”')).toBeVisible();
  const found = page.getByRole('table', { name: /Blocks found by this tab/ });
  await expect(found.getByText('Accepted').first()).toBeVisible({ timeout: FIRST_BLOCK_MS });
  await page.getByRole('button', { name: 'Stop mining' }).click();

  await pages(page, 'Wallet').click();
  await page.getByRole('link', { name: /My wallet/ }).click();
  await expect(page.getByRole('table', { name: 'Events, newest first' }).getByText('Mined').first()).toBeVisible();

  await page.getByRole('link', { name: 'Write down the words' }).click();
  await page.getByLabel('Wallet password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Show the words' }).click();
  const shown = page.getByRole('list', { name: 'Recovery words' }).locator('.word');
  await expect(shown).toHaveCount(12, { timeout: limitMs(60_000) });
  const words = await shown.allTextContents();
  await page.getByRole('button', { name: 'I wrote them down' }).click();
  await page
    .getByLabel(/^Word \d+$/)
    .first()
    .waitFor();
  for (const field of await page.getByLabel(/^Word \d+$/).all()) {
    const label = (await field.locator('xpath=preceding-sibling::label').textContent()) ?? '';
    await field.fill(words[Number(label.replace('Word ', '')) - 1] ?? '');
  }
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The recovery words are confirmed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write down the words' })).toBeHidden();
});

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

test.describe('the whole story', () => {
  test.use({ allowFailedRequests: true, serviceWorkers: 'allow' });

  for (const [device, viewport] of [
    ['a desktop', { width: 1440, height: 900 }],
    ['a phone', { width: 390, height: 844 }]
  ] as const) {
    test(`on ${device}: mine, own the coins, send, see the confirmation, go offline and come back`, async ({
      signedIn: page
    }) => {
      test.setTimeout(3 * FIRST_BLOCK_MS);
      await page.setViewportSize(viewport);
      await mineToNewWallet(page);
      const wallet = page.getByRole('region', { name: 'Wallet', exact: true });
      await expect(wallet).toContainText(/Spendable from block \d+/, { timeout: FIRST_BLOCK_MS });
      await expect(wallet).toContainText(/Mined today\s*[1-9]/);
      await expect(wallet).toContainText(/[1-9][\d,]*\sSC spendable/, { timeout: FIRST_BLOCK_MS });
      await expect(page.getByText('First coins received')).toBeVisible();
      await page.getByRole('button', { name: 'Miner: stop' }).click();

      await wallet.getByRole('link', { name: 'Open wallet' }).click();
      await compose(page, [{ address: PAYEE, amount: '12.5' }]);
      // The review is a history entry, and the form keeps its input.
      await page.goBack();
      await expect(page.getByRole('textbox', { name: 'Amount (SC)', exact: true })).toHaveValue('12.5');
      await page.reload();
      await expect(page.getByLabel('Address', { exact: true })).toHaveValue(PAYEE);
      await page.getByRole('button', { name: 'Review' }).click();
      await signAndSend(page);

      await page.getByRole('button', { name: 'Miner: start' }).click();
      await expect(page.getByText(/Confirmed in block/)).toBeVisible({ timeout: FIRST_BLOCK_MS });
      await page.getByRole('button', { name: 'Miner: stop' }).click();
      await page.getByRole('button', { name: 'Send another' }).click();
      await expect(page.getByRole('textbox', { name: 'Amount (SC)', exact: true })).toHaveValue('');

      await page.getByRole('link', { name: /^Notifications/ }).click();
      const notices = page.getByRole('list', { name: 'Notifications, newest first' });
      await expect(notices.getByText('Payment confirmed')).toBeVisible();

      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await goOffline(page);
      await page.reload();
      await expect(page.getByRole('main')).toContainText('This device is offline');
      await expect(notices.getByText('Payment confirmed')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeHidden();
      await page.context().setOffline(false);
      await expect(page.getByRole('banner')).toContainText('Synced', { timeout: limitMs(30_000) });
      await expect(page.getByText('This device is offline')).toHaveCount(0);
    });
  }
});
