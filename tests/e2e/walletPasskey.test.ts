import type { Page } from 'playwright/test';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { createWallet, waitUntilSynced, openTab, PASSWORD, receiveAddress, spendable } from './support/wallet';
import { limitMs } from '../support/limits';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

/** Gives the page a built-in authenticator that stores secrets, like a laptop with a fingerprint reader. */
async function giveAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf: true
    }
  });
}

const lockButton = (page: Page, name: 'Lock' | 'Unlock') =>
  page.getByRole('main').getByRole('button', { name, exact: true });

test('a passkey opens a wallet; a wrong password opens and changes nothing', async ({ app, page }) => {
  // An IP address has no passkeys; the name `localhost` does.
  const origin = app.origin.replace('127.0.0.1', 'localhost');
  await giveAuthenticator(page);
  await page.goto(app.signInLink.replace(app.origin, origin));
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const chain = await chainOf(page, { ...app, origin });
  await createWallet(page, origin, 'Laptop');
  const address = await receiveAddress(page);
  await chain.mine(1, address);
  await chain.mine(10);
  await openTab(page, 'Overview');
  await expect(spendable(page)).toHaveText('299,999', { timeout: limitMs(30_000) });

  const dialog = page.getByRole('dialog', { name: 'Unlock wallet' });

  await test.step('is added in the settings', async () => {
    await openTab(page, 'Settings');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText(/^added /)).toHaveCount(1);
  });

  await test.step('unlocks after locking', async () => {
    await lockButton(page, 'Lock').click();
    await lockButton(page, 'Unlock').click();
    await dialog.getByRole('button', { name: 'Use passkey' }).click();
    await expect(lockButton(page, 'Lock')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('a wrong password is refused with its reason', async () => {
    await lockButton(page, 'Lock').click();
    await lockButton(page, 'Unlock').click();
    await dialog.getByLabel('Wallet password').fill(`${PASSWORD}?`);
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(dialog.getByText(/This is not the password of this wallet/)).toBeVisible({ timeout: limitMs(30_000) });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await lockButton(page, 'Unlock').click();
    await expect(dialog.getByLabel('Wallet password')).toHaveValue('');
    await expect(dialog.getByText(/This is not the password of this wallet/)).toBeHidden();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(lockButton(page, 'Unlock')).toBeVisible();
  });

  await test.step('nothing is lost: after a reload both ways open the same wallet', async () => {
    await page.reload();
    await waitUntilSynced(page);
    await lockButton(page, 'Unlock').click();
    await dialog.getByRole('button', { name: 'Use passkey' }).click();
    await expect(lockButton(page, 'Lock')).toBeVisible();
    await lockButton(page, 'Lock').click();
    await lockButton(page, 'Unlock').click();
    await dialog.getByLabel('Wallet password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(lockButton(page, 'Lock')).toBeVisible({ timeout: limitMs(30_000) });
    await expect(page.getByText(/^added /)).toHaveCount(1);
    expect(await receiveAddress(page)).toBe(address);
    await openTab(page, 'Overview');
    await expect(spendable(page)).toHaveText('299,999');
  });
});
