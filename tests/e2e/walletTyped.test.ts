import type { Page } from 'playwright/test';
import { MAX_LABEL } from '$lib/wallet/formats/labels';
import { expect, test } from './support/app';
import { visit } from './support/visit';
import { createWallet, openTab, PASSWORD, receiveAddress } from './support/wallet';
import { limitMs } from '../support/limits';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const KEYS = ['1b2c3d4f', '77aa55cc'].map((part) => `ed25519:${part.repeat(8)}`).join('\n');
const WORDS = `${'abandon '.repeat(11)}about`;

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you entered?' });

/** Tries to leave the page and chooses Stay when asked. */
async function stays(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Help', exact: true }).first().click();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(question(page)).toBeHidden();
}

/** Leaves the page without being asked. */
async function leaves(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Help', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
}

test('words of a wallet to restore are neither lost nor stored', async ({ signedIn: page }) => {
  await visit(page, '/wallet/setup/restore');
  const words = page.getByRole('textbox', { name: 'Words' });
  await leaves(page);
  await page.goBack();
  await words.pressSequentially('abandon abandon ab');
  await stays(page);
  await expect(words).toHaveValue('abandon abandon ab');

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(words).toHaveValue('abandon abandon ab');
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    'abandon'
  );

  // Once the wallet is restored nothing is lost, so nothing is asked.
  await words.fill(WORDS);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Restore wallet' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Restored wallet' })).toBeVisible({
    timeout: limitMs(60_000)
  });
});

test('no form on the wallet pages loses its input', async ({ app, signedIn: page }) => {
  await createWallet(page, app.origin, 'Mine');
  await receiveAddress(page);
  const wallet = page.url().replace(/\/receive$/, '');

  await test.step('watched addresses', async () => {
    await visit(page, '/wallet/setup/watch');
    await page.getByLabel('Addresses, public keys or policies').fill(PAYEE);
    await stays(page);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Watched' })).toBeVisible();
  });

  await test.step('a policy, also after a switch to decoding; an invalid lock blocks creation', async () => {
    await visit(page, '/wallet/policies');
    await page.getByLabel('Public keys').fill(KEYS);
    await page.getByLabel('Not before height').fill('1,000');
    await expect(page.getByText(/^Enter a whole number/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create a wallet from it' })).toBeHidden();
    await page.getByText('Decode text', { exact: true }).click();
    await page.getByText('Build from keys', { exact: true }).click();
    await expect(page.getByLabel('Public keys')).toHaveValue(KEYS);
    await page.getByLabel('Not before height').fill('1000');
    await stays(page);
    await page.getByRole('button', { name: 'Create a wallet from it' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Shared wallet' })).toBeVisible();
  });

  await test.step('a message, also while another is verified', async () => {
    await visit(page, '/wallet/messages');
    await page.getByLabel('Message', { exact: true }).fill('I own this.');
    await page.getByText('Verify', { exact: true }).click();
    await stays(page);
    await page.getByText('Sign', { exact: true }).click();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('I own this.');
    await page.getByLabel('Message', { exact: true }).fill('');
    await leaves(page);
  });

  await test.step('a contact', async () => {
    await visit(page, `/wallet/contacts#${PAYEE}`);
    await page.getByLabel('Name', { exact: true }).fill('Alice');
    await stays(page);
    await page.getByRole('button', { name: 'Save recipient' }).click();
    await expect(page.getByText('Alice', { exact: true }).first()).toBeVisible();
  });

  await test.step('a contact, when editing another starts', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Bob');
    await page.getByRole('button', { name: 'Edit Alice' }).click();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bob');
    await page.getByRole('button', { name: 'Edit Alice' }).click();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Alice');
    await expect(page.getByRole('heading', { level: 2, name: 'Edit recipient' })).toBeFocused();
    // Without input there is no question.
    await page.getByRole('button', { name: 'Edit Alice' }).click();
    await expect(question(page)).toBeHidden();
    await leaves(page);
  });

  await test.step('the name of the wallet', async () => {
    await page.goto(`${wallet}/settings`);
    const name = page.getByLabel('Name', { exact: true });
    const unsaved = page.getByRole('dialog', { name: 'Leave without saving?' });
    await name.fill('x'.repeat(61));
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText('1 character too long (60 at most).')).toBeVisible();
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('x'.repeat(61));
    await page.getByRole('link', { name: 'Help', exact: true }).first().click();
    await unsaved.getByRole('button', { name: 'Stay' }).click();
    await name.fill('Savings');
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Savings' })).toBeVisible();
    await leaves(page);
  });

  await test.step('the label of an address', async () => {
    await page.goto(`${wallet}/addresses`);
    const label = page.getByLabel(/^Label of /).first();
    await label.fill('x'.repeat(MAX_LABEL + 2));
    await label.press('Tab');
    await expect(page.getByText(`2 characters too long (${MAX_LABEL} at most).`)).toBeVisible();
    await label.fill('Rent');
    await label.press('Tab');
    // A page that is opened anew shows the label only once it is stored.
    await openTab(page, 'Receive');
    await openTab(page, 'Addresses');
    await expect(label).toHaveValue('Rent');
    await page.reload();
    await expect(label).toHaveValue('Rent');
  });

  await test.step('an old seed', async () => {
    await page.goto(`${wallet}/sweep`);
    await page.getByLabel('Words or private key').fill('zoo zoo');
    await page.getByText('Text (brain wallet)', { exact: true }).click();
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue('zoo zoo');
    await stays(page);
  });
});
