import type { Page } from 'playwright/test';
import { expectCleanInAllLooks } from './support/accessibility';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { compose, waitUntilSynced, spendable } from './support/wallet';
import { limitMs } from '../support/limits';

const GENESIS_PHRASE = `${'abandon '.repeat(11)}about`;
const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const WATCHER = 'Kept on the server';

/** By keyboard alone, from the wallet list to a wallet that watches the server's keys. */
async function watchServerKeys(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/wallet`);
  await page.getByRole('link', { name: 'Sign on a server' }).press('Enter');
  await expect(page.getByText('No seeds yet.')).toBeVisible();
  await expectCleanInAllLooks(page, 'no seeds');
  const words = page.getByRole('textbox', { name: 'Words' });
  await words.fill('abandon');
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await expect(page.getByText(/12, 28 or 29 words/)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await words.fill(GENESIS_PHRASE);
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send the words to the server?' });
  await expectCleanInAllLooks(page, 'the question before words are sent');
  await dialog.getByRole('button', { name: 'Send the words' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Keys of seed 1' })).toBeVisible();
  await expect(words).toHaveValue('');
  await expect(page.getByText('No keys yet.')).toBeVisible();

  await page.getByLabel('Keys to derive').fill('0');
  await page.getByRole('button', { name: 'Derive keys' }).press('Enter');
  await expect(page.getByText('Enter a number from 1 to 1,000.')).toBeVisible();
  await page.getByLabel('Keys to derive').fill('3');
  await page.getByRole('button', { name: 'Derive keys' }).press('Enter');
  const keys = page.getByRole('table', { name: 'Keys derived from seed 1' });
  await expect(keys.getByRole('row')).toHaveCount(4);
  await expectCleanInAllLooks(page, 'seeds and keys');
  await page.getByLabel('Wallet name').fill(WATCHER);
  await page.getByRole('button', { name: 'Watch in a wallet' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: WATCHER })).toBeVisible();
  await waitUntilSynced(page);
}

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test('keys on the signing server: imported, watched, spent from', async ({ app, signedIn: page }) => {
  const chain = await chainOf(page, app);
  await chain.mine(3);
  await watchServerKeys(page);
  await expect(spendable(page)).toHaveText('1,000,000', { timeout: limitMs(30_000) });

  await compose(page, [{ address: PAYEE, amount: '1500' }]);
  const id = (await page.locator('.review .txid code').textContent()) ?? '';
  // Two of the server's coins have the same value: change returns to the address of the spent one.
  await expect(page.getByRole('region', { name: 'Recipients' })).toContainText('1 recipient');
  await expect(page.getByRole('region', { name: 'Change' })).toContainText('498,499');
  await expectCleanInAllLooks(page, 'review');

  // A server that signs another hash than requested.
  await page.route('**/api/signing/blind/sign', async (route) => {
    const body = route.request().postDataJSON() as { sigHash: string };
    expect(Object.keys(body).sort()).toEqual(['publicKey', 'sigHash']);
    await route.continue({ postData: JSON.stringify({ ...body, sigHash: '00'.repeat(32) }) });
  });
  const sign = page.getByRole('button', { name: 'Sign with the signing server' });
  await sign.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The signing server signed something else');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeHidden();
  await page.unrouteAll();

  await sign.press('Enter');
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await expect(page.getByText('Waiting for confirmation')).toBeVisible();
  await expect(page.locator('.follow code')).toHaveText(id);
  await chain.mine(1);
  await expect(page.getByText(/Confirmed in block 4/)).toBeVisible({ timeout: limitMs(30_000) });
});
