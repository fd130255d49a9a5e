import { expect, type Locator, type Page } from 'playwright/test';
import { limitMs } from '../../support/limits';
import { openPath } from './visit';

export const PASSWORD = 'long enough for tests';

/** Follows a link of the app without reloading the page: keys stay unlocked, wallets stay open. */
export async function openTab(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Wallet pages' }).getByRole('link', { name, exact: true });
  // A link to the current page gives no sign of completion, and takes the focus from the input.
  if ((await link.getAttribute('aria-current')) !== 'page') await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

async function protect(page: Page, name: string, button: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: limitMs(60_000) });
}

/** Creates a wallet as a user does. @returns its words */
export async function createWallet(page: Page, origin: string, name: string): Promise<string> {
  await openPath(page, origin, '/wallet/setup/create');
  const shown = page.getByRole('list', { name: 'Recovery words' }).locator('.word');
  await expect(shown).toHaveCount(12);
  const words = await shown.allTextContents();
  await page.getByRole('button', { name: 'I wrote them down' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your words' })).toBeFocused();
  for (const field of await page.getByLabel(/^Word \d+$/).all()) {
    const label = (await field.locator('xpath=preceding-sibling::label').textContent()) ?? '';
    await field.fill(words[Number(label.replace('Word ', '')) - 1] ?? '');
  }
  await page.getByRole('button', { name: 'Continue' }).click();
  await protect(page, name, 'Create wallet');
  return words.join(' ');
}

export async function restoreWallet(page: Page, origin: string, name: string, phrase: string): Promise<void> {
  await openPath(page, origin, '/wallet/setup/restore');
  await page.getByRole('textbox', { name: 'Words' }).fill(phrase);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Protect the wallet on this device' })).toBeFocused();
  await protect(page, name, 'Restore wallet');
}

/** Waits until the wallet is synced to the chain. */
export async function waitUntilSynced(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByText(/^Synced/)).toBeVisible({ timeout: limitMs(60_000) });
}

/** The address on the wallet's Receive page. */
export async function receiveAddress(page: Page): Promise<string> {
  await openTab(page, 'Receive');
  const address = await page
    .getByRole('img', { name: /^[0-9a-f]{76}$/ })
    .first()
    .getAttribute('aria-label');
  return address ?? '';
}

/** The large figure of the wallet's Overview, without its unit. */
export const spendable = (page: Page): Locator => page.locator('.figure .value').first();

interface Payment {
  readonly address: string;
  /** Coins or fund units; the entire balance if omitted. */
  readonly amount?: string;
  readonly unit?: 'Fund units';
}

/** A row of the address book may appear between the press and the release, and move the button: then nothing is pressed. */
async function takeMax(row: Locator): Promise<void> {
  const max = row.getByRole('button', { name: 'Send max' });
  await expect(async () => {
    if (await max.isVisible()) await max.click();
    await expect(max).toBeHidden({ timeout: 1_000 });
  }).toPass();
}

/** Fills in the Send page up to the review. */
export async function compose(page: Page, payments: readonly Payment[]): Promise<void> {
  await openTab(page, 'Send');
  for (const [i, { address, amount, unit }] of payments.entries()) {
    if (i > 0) await page.getByRole('button', { name: 'Add a recipient' }).click();
    const row = page.getByRole('group', { name: `Recipient ${i + 1}` });
    await row.getByLabel('Address').fill(address);
    if (unit) await row.getByText(unit, { exact: true }).first().click();
    if (amount === undefined) await takeMax(row);
    else await row.getByRole('textbox', { name: unit ?? 'Amount (SC)', exact: true }).fill(amount);
  }
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeFocused();
}

/** Signs the reviewed transaction, unlocking where asked, and sends it. @returns its id */
export async function signAndSend(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Sign and send' }).click();
  const password = page.getByLabel('Wallet password');
  const sent = page.getByText('Waiting for confirmation');
  await expect(password.or(sent)).toBeVisible({ timeout: limitMs(30_000) });
  if (await password.isVisible()) {
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'Unlock', exact: true }).last().click();
  }
  await expect(sent).toBeVisible({ timeout: limitMs(30_000) });
  return (await page.locator('.follow code').textContent()) ?? '';
}
