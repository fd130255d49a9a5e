import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { limitMs } from '../support/limits';
import { expect, test } from '../e2e/support/app';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');

/** The app on the development chain: its header says that the coins are simulated. */
const take = (page: Page, name: string) =>
  page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 70, animations: 'disabled' });

test('the documentation screenshots', async ({ signedIn: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  // The first screen’s answer “Try it out”, already chosen.
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Miner: start' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where should mined coins go?' });
  await dialog.getByLabel('Password', { exact: true }).fill('long enough for tests');
  await dialog.getByLabel('Repeat password').fill('long enough for tests');
  await take(page, 'first-wallet');
  await dialog.getByRole('button', { name: 'Create wallet and start' }).click();
  const wallet = page.getByRole('region', { name: 'Wallet', exact: true });
  await expect(wallet).toContainText(/[1-9][\d,]*\sSC spendable/, { timeout: limitMs(180_000) });
  await page.getByRole('button', { name: 'Hide this list' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect(wallet.getByText(/^verified by this tab/)).toBeVisible({ timeout: limitMs(60_000) });
  await take(page, 'overview');
});
