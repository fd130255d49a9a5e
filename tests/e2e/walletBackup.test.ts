import { readFile } from 'node:fs/promises';
import { expectCleanInAllLooks } from './support/accessibility';
import { expect, test } from './support/app';
import { anotherDevice } from './support/chain';
import { visit } from './support/visit';
import { createWallet, openTab, PASSWORD, waitUntilSynced } from './support/wallet';
import { limitMs } from '../support/limits';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const SECRET = 'quite long enough for backups';

test('all wallets are saved to a file, and restored on another device after a preview', async ({
  app,
  signedIn: page,
  browser
}) => {
  await createWallet(page, app.origin, 'Savings');
  await waitUntilSynced(page);
  await expect(page.getByText('Back up this wallet')).toBeVisible();
  await openTab(page, 'Settings');
  await expect(
    page.getByText('This wallet is not fully included in any backup file that this browser has saved or restored.')
  ).toBeVisible();

  await visit(page, `/wallet/contacts#${PAYEE}`);
  await page.getByLabel('Name', { exact: true }).fill('Alice');
  await page.getByRole('button', { name: 'Save recipient' }).click();
  await expect(page.getByRole('button', { name: 'Remove Alice' })).toBeVisible();

  await visit(page, '/wallet');
  await expect(page.getByText('One wallet is not fully included in any backup file.')).toBeVisible();
  await expectCleanInAllLooks(page, 'list of wallets');
  await page.getByRole('button', { name: 'Save backup file' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Backup password', { exact: true }).fill(SECRET);
  await dialog.getByLabel('Repeat backup password').fill(SECRET);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save backup file' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^quarry-wallets-\d{4}-\d\d-\d\d\.json$/);
  const path = await download.path();
  expect(await readFile(path, 'utf8')).not.toContain('Savings');
  await expect(page.getByText('One wallet is not fully included in any backup file.')).toBeHidden();

  const elsewhere = await anotherDevice(browser, app);
  await visit(elsewhere, '/wallet/setup/backup');
  await elsewhere.getByLabel('Choose file').setInputFiles(path);
  await elsewhere.getByLabel('Backup password').fill('not this one');
  await elsewhere.getByRole('button', { name: 'Show contents' }).click();
  await expect(elsewhere.getByText('Wrong password')).toBeVisible({ timeout: limitMs(30_000) });
  await elsewhere.getByLabel('Backup password').fill(SECRET);
  await elsewhere.getByRole('button', { name: 'Show contents' }).click();
  await expect(elsewhere.getByText('Savings')).toBeVisible({ timeout: limitMs(30_000) });
  await expectCleanInAllLooks(elsewhere, 'content of a backup');
  await elsewhere.getByRole('button', { name: 'Restore 1 wallet' }).click();
  await elsewhere.getByRole('link', { name: /Savings/ }).click();
  await waitUntilSynced(elsewhere);
  await elsewhere.getByRole('button', { name: 'Unlock' }).first().click();
  await elsewhere.getByLabel('Wallet password').fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Unlock', exact: true }).last().click();
  await expect(elsewhere.getByRole('button', { name: 'Lock', exact: true })).toBeVisible({ timeout: limitMs(30_000) });
  await elsewhere.context().close();

  await test.step('only missing wallets are restored', async () => {
    const open = async () => {
      await page.goto(`${app.origin}/wallet/setup/backup`);
      await page.getByLabel('Choose file').setInputFiles(path);
      await page.getByLabel('Backup password').fill(SECRET);
      await page.getByRole('button', { name: 'Show contents' }).click();
    };
    await page.setViewportSize({ width: 1280, height: 800 });
    await open();
    await expect(page.getByText('Everything in this file is already in this browser.')).toBeVisible({
      timeout: limitMs(30_000)
    });
    await expect(page.getByRole('button', { name: /^Restore/ })).toBeHidden();
    await visit(page, '/wallet/contacts');
    await page.getByRole('button', { name: 'Remove Alice' }).click();
    await open();
    await page.getByRole('button', { name: 'Restore the address book' }).click({ timeout: limitMs(30_000) });
    await expect(page.getByText('Address book restored')).toBeVisible();
  });
});

test('wallets of a newer version are not reported as none, and no new wallet is offered', async ({
  app,
  signedIn: page
}) => {
  await page.evaluate(async () => {
    const request = indexedDB.open('quarry', 99);
    await new Promise((resolve, reject) => {
      request.onupgradeneeded = () => request.result.createObjectStore('wallets of the future');
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    request.result.close();
  });
  for (const path of ['/wallet', '/wallet/setup/create', '/wallet/setup']) {
    await page.goto(`${app.origin}${path}`);
    await expect(page.getByText('Your wallets were stored by a newer version of Quarry')).toBeVisible();
    await expect(page.getByText('Create a wallet')).toBeHidden();
    await expect(page.getByRole('button', { name: 'I wrote them down' })).toBeHidden();
  }
});
