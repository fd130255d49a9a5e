import { expect, test } from './support/app';
import { codeOnScreen, giveCamera, showToCamera } from './support/camera';
import { visit } from './support/visit';
import { createWallet, openTab, receiveAddress, waitUntilSynced } from './support/wallet';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

const ADDRESS = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

test('a wallet of bare addresses says before any input that it cannot create payments', async ({ signedIn: page }) => {
  await visit(page, '/wallet/setup/watch');
  await page.getByLabel('Addresses, public keys or policies').fill(ADDRESS);
  await expect(page.getByText('1 address: d11e064b…08c3000d.')).toBeVisible();
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Watched' })).toBeVisible();
  await openTab(page, 'Send');
  await expect(page.getByText('This wallet cannot create payments')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Scan QR' })).toBeVisible();

  await openTab(page, 'Outputs');
  await expect(page.getByText('The unspent outputs behind the balance.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'consolidate them' })).toHaveCount(0);

  await visit(page, page.url().replace(/outputs$/, 'phrase'));
  await expect(page.getByText('This wallet only watches addresses: it has no recovery words.')).toBeVisible();
});

test('the address of another wallet is scanned from its QR code', async ({ app, signedIn: page }) => {
  await giveCamera(page);
  await createWallet(page, app.origin, 'Mine');
  await waitUntilSynced(page);
  const address = await receiveAddress(page);
  const code = await codeOnScreen(page, /Address as QR code/);
  // A camera exists in documents that are opened after it was given.
  await page.goto(`${app.origin}/wallet/setup/watch`);
  await page.getByRole('button', { name: 'Scan QR' }).click();
  const scanned = () => page.getByLabel('Addresses, public keys or policies').inputValue();
  // The camera sees what is shown while it is on.
  await expect.poll(() => showToCamera(page, code).then(scanned)).toBe(address);
});
